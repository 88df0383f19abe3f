import { publicBodyMaxBytes } from "@praxisportal/contract/limits";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { ProblemError } from "./problem.ts";
import { boundaryOf, MultipartReader } from "./uploads/multipart.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Kind of form that a call accepts, with a file that the call reads as a stream, or only with fields. */
    form?: "upload" | "fields";
  }
}

type Fields = Record<string, string>;

/** Parses the forms of calls that accept only fields, in both encodings. All other calls refuse forms. */
export function parseForms(app: FastifyInstance): void {
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    (request, body, done) => {
      if (request.routeOptions.config.form === "fields")
        done(null, Object.fromEntries(new URLSearchParams(body as string)));
      else done(new ProblemError("UNSUPPORTED_MEDIA_TYPE"));
    },
  );
  app.addContentTypeParser("multipart/form-data", async (request: FastifyRequest) => {
    const { form } = request.routeOptions.config;
    if (form === undefined) throw new ProblemError("UNSUPPORTED_MEDIA_TYPE");
    return form === "fields" ? readFields(request) : undefined;
  });
}

/** Reads a small form whose parts are all fields. Errors: 400 UPLOAD_MALFORMED, 413. */
async function readFields({ raw, headers }: FastifyRequest): Promise<Fields> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > publicBodyMaxBytes) throw new ProblemError("PAYLOAD_TOO_LARGE");
    chunks.push(chunk);
  }
  const boundary = boundaryOf(headers["content-type"]);
  if (boundary === undefined) throw new ProblemError("UPLOAD_MALFORMED");
  const reader = new MultipartReader({ next: async () => chunks.shift() }, boundary);
  const fields = new Map<string, string>();
  for (let part = await reader.next(); part !== undefined; part = await reader.next()) {
    const content: Buffer[] = [];
    for await (const chunk of reader.body()) content.push(chunk);
    fields.set(part.name, Buffer.concat(content).toString("utf8"));
  }
  return Object.fromEntries(fields);
}
