import { arrayOf, objectOf, parseObject, textOf } from "./json.ts";
import { errorInside, readProviderError } from "./provider-error.ts";
import type { WireResult } from "./wire.ts";

/**
 * The ids of a provider's models (`GET /models`, with Anthropic `/v1/models`), as it orders them, each once. They are
 * what a request names; what they can do is not told in the same way by any two providers.
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
