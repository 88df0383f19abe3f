import type { transcribe } from "@praxisportal/contract/ai/ai.endpoints";
import type { Transcript } from "@praxisportal/contract/ai/gateway.schema";
import { callUpload, type UploadProgress } from "../../../platform/api-client/call-upload.ts";
import { route } from "../../../platform/api-client/route.ts";
import type { ModelName } from "../choice/usable-models.ts";

const transcribeRoute = route<typeof transcribe>()("ai.transcribe", "POST", "/api/ai/transcribe");

/** Transcribing an hour of speech can take several minutes. */
const timeoutMs = 600_000;

export type AudioRequest = {
  readonly audio: File;
  /** A two-letter code, or "auto". */
  readonly language: string;
  readonly model: ModelName;
};

/**
 * Sends a recording and returns its transcript and cost.
 * @throws ApiError, or the reason of `signal` if the caller aborts.
 */
export function transcribeAudio(
  { audio, language, model }: AudioRequest,
  options: { readonly onProgress: UploadProgress; readonly signal: AbortSignal },
): Promise<Transcript> {
  const fields = { language, provider: model.provider, model: model.model };
  return callUpload(transcribeRoute, { name: "audio", file: audio, fields }, { ...options, timeoutMs });
}
