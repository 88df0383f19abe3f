import { audioFormatNames, audioFormatOf } from "@praxisportal/contract/ai/audio.rules";
import { maxUploadBytes } from "@praxisportal/contract/limits";
import { fileSchema } from "@praxisportal/contract/validation";
import { validate } from "../../../platform/validation/validate.ts";

const audioFileSchema = fileSchema(maxUploadBytes, Object.values(audioFormatNames));

/** Returns the reason why a file cannot be transcribed, or undefined if it can. */
export async function refusalOf(audio: File): Promise<string | undefined> {
  const format = audioFormatOf(audio.type);
  const type = format === undefined ? audio.type : audioFormatNames[format];
  const [message] = Object.values(await validate(audioFileSchema, { sizeBytes: audio.size, type }));
  return message;
}
