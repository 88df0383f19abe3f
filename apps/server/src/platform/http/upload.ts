import type { IncomingMessage } from "node:http";
import { maxUploadBytes } from "@praxisportal/contract/limits";
import type { ValidationIssue } from "@praxisportal/contract/validation-issues";
import { BodyBytes, type SendingTimes } from "./body-bytes.ts";
import { boundaryOf, MultipartReader } from "./multipart.ts";
import { ProblemError } from "./problem.ts";

const fieldMaxBytes = 8_192;
/** What a form may hold beside its file: heads and fields. */
const frameMaxBytes = 65_536;

/** A file on its way in. Nothing of it is kept: it is read once, as it arrives. */
export type UploadedFile = {
  /** As the sender says, in lower case with its parameters; empty when it says nothing. */
  mediaType: string;
  /** It has no more bytes than this: what the request announces, or the most that is taken. */
  sizeAtMost: number;
  /**
   * Its bytes, once. Errors: 413 beyond {@link maxUploadBytes}; 400 for a form that is broken, goes on behind its file,
   * or whose sender broke off; 408 for a slow one. Whoever has read it to the end knows that the form was whole.
   */
  pieces: () => AsyncGenerator<Buffer, void, undefined>;
};

/**
 * A form with one file, whose fields stand before it: they say what is to be done with it while it arrives. Call
 * {@link close} at the end in any case.
 */
export class Upload {
  readonly #request: IncomingMessage;
  readonly #bytes: BodyBytes;
  readonly #fileField: string;
  #release: (() => void) | undefined;

  constructor(request: IncomingMessage, fileField: string, times?: SendingTimes) {
    this.#request = request;
    this.#fileField = fileField;
    this.#bytes = new BodyBytes(request, times);
  }

  /**
   * Reads up to the file. Errors: 415 for anything else than a form, 413 for one that announces too much, 400 for one
   * that is broken; a form without its file is told as a field that is missing.
   *
   * @param lateFields the file is read into memory, and fields may follow it
   */
  async open(lateFields?: true): Promise<{ fields: Record<string, string>; file: UploadedFile | undefined }> {
    const boundary = boundaryOf(this.#request.headers["content-type"]);
    if (boundary === undefined) throw new ProblemError("UNSUPPORTED_MEDIA_TYPE");
    const announced = Number(this.#request.headers["content-length"] ?? Number.NaN);
    if (announced > maxUploadBytes + frameMaxBytes) throw new ProblemError("PAYLOAD_TOO_LARGE");
    const sizeAtMost = Math.min(maxUploadBytes, Number.isNaN(announced) ? maxUploadBytes : announced);
    const form = new MultipartReader(this.#bytes, boundary);
    const fields = new Map<string, string>();
    let kept: UploadedFile | undefined;
    for (let part = await form.next(); part !== undefined; part = await form.next()) {
      const { name, isFile, mediaType } = part;
      if (isFile && name === this.#fileField) {
        if (kept !== undefined) throw refusal(name, "maxItems", { max: 1 });
        if (lateFields) {
          kept = await this.#keep(form, mediaType);
          continue;
        }
        const file = { mediaType, sizeAtMost, pieces: () => this.#pieces(form) };
        return { fields: Object.fromEntries(fields), file };
      }
      if (isFile || name === this.#fileField) throw refusal(name, isFile ? "unknownField" : "invalidType");
      if (fields.has(name)) throw refusal(name, "maxItems", { max: 1 });
      fields.set(name, await textOf(form, name));
    }
    return { fields: Object.fromEntries(fields), file: kept };
  }

  /** Remembers what gives the slot of this upload back when it ends. */
  occupy(release: () => void): void {
    this.#release = release;
  }

  /** Ends the reading; what is still sent is let pass for a while. */
  close(): void {
    this.#release?.();
    this.#bytes.close();
  }

  async #keep(form: MultipartReader, mediaType: string): Promise<UploadedFile> {
    const all: Buffer[] = [];
    let size = 0;
    for await (const piece of form.body()) {
      size += piece.length;
      if (size > maxUploadBytes) throw new ProblemError("PAYLOAD_TOO_LARGE");
      all.push(Buffer.from(piece));
    }
    return {
      mediaType,
      sizeAtMost: size,
      async *pieces() {
        for (const piece of all.splice(0)) yield piece;
      },
    };
  }

  async *#pieces(form: MultipartReader): AsyncGenerator<Buffer, void, undefined> {
    let size = 0;
    for await (const piece of form.body()) {
      size += piece.length;
      if (size > maxUploadBytes) throw new ProblemError("PAYLOAD_TOO_LARGE");
      yield piece;
    }
    const more = await form.next();
    // All of it has arrived; what the provider still does with it occupies no slot.
    this.#release?.();
    if (more === undefined) return;
    if (more.isFile) throw refusal(more.name, "maxItems", { max: 1 });
    throw new ProblemError("UPLOAD_FIELDS_LATE");
  }
}

async function textOf(form: MultipartReader, name: string): Promise<string> {
  const pieces: Buffer[] = [];
  let size = 0;
  for await (const piece of form.body()) {
    size += piece.length;
    if (size > fieldMaxBytes) throw refusal(name, "max", { max: fieldMaxBytes });
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString("utf8");
}

/** The file of a form. Errors: 400 when it is missing. */
export function requireFile(
  field: string | undefined,
  file: UploadedFile | undefined,
): UploadedFile | undefined {
  if (field !== undefined && file === undefined) throw refusal(field, "required");
  return file;
}

/** A field that cannot be taken, named. */
function refusal(
  path: string,
  code: ValidationIssue["code"],
  params: ValidationIssue["params"] = {},
): ProblemError {
  return new ProblemError("VALIDATION_FAILED", { issues: [{ path, code, params }] });
}
