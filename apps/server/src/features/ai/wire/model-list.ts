import { arrayOf, objectOf, parseObject, textOf } from "./json.ts";
import { errorInside, readProviderError } from "./provider-error.ts";
import type { WireResult } from "./wire.ts";

/**
 * Reads the ids of a provider's models (`GET /models`, `/v1/models` for Anthropic), in its order, without duplicates.
 * Requests use these ids; what a model can do is not reported uniformly.
 */
export function readModelList(status: number, body: string): WireResult<readonly string[]> {
  if (status !== 200) return { error: readProviderError(status, body) };
  const response = parseObject(body);
  if (!Array.isArray(response?.["data"])) {
    const innerError = response === undefined ? undefined : errorInside(response);
    return { error: innerError ?? { status: 502, kind: "unavailable" } };
  }
  const ids = arrayOf(response["data"]).map((model) => textOf(objectOf(model)?.["id"]));
  return { answer: [...new Set(ids.filter((id) => id !== ""))] };
}
