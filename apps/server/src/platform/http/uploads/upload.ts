import type { IncomingMessage } from "node:http";
import { maxUploadBytes } from "@praxisportal/contract/limits";
import type { ValidationIssue } from "@praxisportal/contract/validation-issues";
import { BodyReader, type SendingTimes } from "./body-reader.ts";
import { boundaryOf, MultipartReader } from "./multipart.ts";
import { ProblemError } from "../problem.ts";

const fieldMaxBytes = 8_192;
/** Maximum size of the headers and fields of a form. */
const frameMaxBytes = 65_536;

/** File being uploaded. It is read once as it arrives and not stored. */
export type UploadedFile = {
  /** Media type declared by the client, in lower case with parameters, empty if there is none. */
  mediaType: string;
  /** Upper bound of its size in bytes, which is the announced length of the request or the maximum upload size. */
  maxSize: number;
  /**
   * Yields its bytes once. Throws 413 above {@link maxUploadBytes}, 400 for a form that is malformed, truncated or
   * continues after its file, and 408 for a slow client. Reading to the end proves that the form was complete.
   */
  chunks: () => AsyncGenerator<Buffer, void, undefined>;
};

/**
 * A form with one file. Its fields come first, because they determine how the file is processed while it arrives.
 * {@link close} must always be called at the end.
 */
export class Upload {
  readonly #request: IncomingMessage;
  readonly #bytes: BodyReader;
  readonly #fileField: string;
  #release: (() => void) | undefined;

  constructor(request: IncomingMessage, fileField: string, times?: SendingTimes) {
    this.#request = request;
    this.#fileField = fileField;
    this.#bytes = new BodyReader(request, times);
  }

  /**
   * Reads up to the file. Throws 415 for a body that is not a form, 413 if the announced length is too large, and 400
   * for a malformed form. A missing file is reported as a missing field.
   *
   * @param lateFields Whether fields may follow the file, which is then read into memory.
   */
  async open(lateFields?: true): Promise<{ fields: Record<string, string>; file: UploadedFile | undefined }> {
    const boundary = boundaryOf(this.#request.headers["content-type"]);
    if (boundary === undefined) throw new ProblemError("UNSUPPORTED_MEDIA_TYPE");
    const announced = Number(this.#request.headers["content-length"] ?? Number.NaN);
    if (announced > maxUploadBytes + frameMaxBytes) throw new ProblemError("PAYLOAD_TOO_LARGE");
    const maxSize = Math.min(maxUploadBytes, Number.isNaN(announced) ? maxUploadBytes : announced);
    const form = new MultipartReader(this.#bytes, boundary);
    const fields = new Map<string, string>();
    let uploaded: UploadedFile | undefined;
    for (let part = await form.next(); part !== undefined; part = await form.next()) {
      const { name, isFile, mediaType } = part;
      if (isFile && name === this.#fileField) {
        if (uploaded !== undefined) throw refusal(name, "maxItems", { max: 1 });
        if (lateFields) {
          uploaded = await this.#keep(form, mediaType);
          continue;
        }
        const file = { mediaType, maxSize, chunks: () => this.#chunks(form) };
        return { fields: Object.fromEntries(fields), file };
      }
      if (isFile || name === this.#fileField) throw refusal(name, isFile ? "unknownField" : "invalidType");
      if (fields.has(name)) throw refusal(name, "maxItems", { max: 1 });
      fields.set(name, await textOf(form, name));
    }
    return { fields: Object.fromEntries(fields), file: uploaded };
  }

  /** Sets the function that releases the slot of this upload when it ends. */
  occupy(release: () => void): void {
    this.#release = release;
  }

  /** Ends reading and drains the remaining bytes for a limited time. */
  close(): void {
    this.#release?.();
    this.#bytes.close();
  }

  async #keep(form: MultipartReader, mediaType: string): Promise<UploadedFile> {
    const received: Buffer[] = [];
    let size = 0;
    for await (const chunk of form.body()) {
      size += chunk.length;
      if (size > maxUploadBytes) throw new ProblemError("PAYLOAD_TOO_LARGE");
      received.push(Buffer.from(chunk));
    }
    return {
      mediaType,
      maxSize: size,
      async *chunks() {
        for (const chunk of received.splice(0)) yield chunk;
      },
    };
  }

  async *#chunks(form: MultipartReader): AsyncGenerator<Buffer, void, undefined> {
    let size = 0;
    for await (const chunk of form.body()) {
      size += chunk.length;
      if (size > maxUploadBytes) throw new ProblemError("PAYLOAD_TOO_LARGE");
      yield chunk;
    }
    const nextPart = await form.next();
    // The file has arrived completely, so the slot is released while the provider still processes it.
    this.#release?.();
    if (nextPart === undefined) return;
    if (nextPart.isFile) throw refusal(nextPart.name, "maxItems", { max: 1 });
    throw new ProblemError("FILE_MUST_BE_LAST");
  }
}

async function textOf(form: MultipartReader, name: string): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of form.body()) {
    size += chunk.length;
    if (size > fieldMaxBytes) throw refusal(name, "max", { max: fieldMaxBytes });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

/** Returns the file of a form. Throws 400 if it is missing. */
export function requireFile(
  field: string | undefined,
  file: UploadedFile | undefined,
): UploadedFile | undefined {
  if (field !== undefined && file === undefined) throw refusal(field, "required");
  return file;
}

/** Returns a validation error for one field. */
function refusal(
  path: string,
  code: ValidationIssue["code"],
  params: ValidationIssue["params"] = {},
): ProblemError {
  return new ProblemError("VALIDATION_FAILED", { issues: [{ path, code, params }] });
}
