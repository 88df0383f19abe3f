import { arrayOf, objectOf, parseObject, textOf } from "./json.ts";
import { errorInside, readProviderError } from "./provider-error.ts";
import type { WireResult } from "./wire.ts";

/**
 * Reads the ids of a provider's models (`GET /models`, `/v1/models` for Anthropic), in its order, without duplicates.
 * Requests use these ids; what a model can do is not reported uniformly.
 */
export function readModelList(status: number, body: string): WireResult<readonly string[]> {
  if (status !== 200) return { error: readProviderError(status, body) };
  const answer = parseObject(body);
  if (!Array.isArray(answer?.["data"])) {
    const inside = answer === undefined ? undefined : errorInside(answer);
    return { error: inside ?? { status: 502, kind: "unavailable" } };
  }
  const ids = arrayOf(answer["data"]).map((model) => textOf(objectOf(model)?.["id"]));
  return { answer: [...new Set(ids.filter((id) => id !== ""))] };
}
