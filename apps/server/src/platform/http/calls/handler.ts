import type { BodyOf, Endpoint, ParamsOf, QueryOf, ResultOf } from "@praxisportal/contract/endpoint";
import type { FastifyReply } from "fastify";
import type { RequestContext } from "../../request-context/request-context.ts";
import type { StreamResponse } from "../event-stream.ts";
import type { FileResponse } from "./file-response.ts";
import type { HtmlPage } from "./html-page.ts";
import type { PlainText } from "./plain-text.ts";
import type { UploadedFile } from "../uploads/upload.ts";

/** Arguments of a handler: parsed input and the context of its request. */
export type Call<E extends Endpoint> = {
  params: ParamsOf<E>;
  query: QueryOf<E>;
  body: BodyOf<E>;
  context: RequestContext;
  reply: FastifyReply;
  /** The uploaded file of an endpoint that accepts one. */
  file: E extends { upload: string } ? UploadedFile : undefined;
  /** `If-Match`, unquoted. */
  ifMatch: string | undefined;
  /** Ids from the headers of an application. An empty header counts as absent. */
  named: { organizationId: string | undefined; applicationId: string | undefined };
};

/** JSON text built by PostgreSQL, which is sent unchanged. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** Result of a handler. It is void for an empty response. */
export type HandlerResult<E extends Endpoint> = E extends { file: true }
  ? FileResponse | (E extends { responses: { 304: null } } ? void : never)
  : E extends { page: true }
    ? HtmlPage
    : E extends { stream: true }
      ? StreamResponse | void
      : E extends { stream: "requested" }
        ? StreamResponse | JsonResult<E>
        : E extends { plainText: "requested" }
          ? PlainText | JsonResult<E>
          : JsonResult<E>;
type JsonResult<E extends Endpoint> =
  undefined extends ResultOf<E> ? ResultOf<E> | JsonText | void : ResultOf<E> | JsonText;

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<HandlerResult<E>>;

/**
 * Loads the result of an earlier call with the same idempotency key. It is required for `replay: "resource"` and
 * `"bill"`. With `bill` it throws a problem that describes the state of the first call.
 */
export type Reread<E extends Endpoint> = (
  createdId: string,
  context: RequestContext,
  call: Call<E>,
) => Promise<HandlerResult<E>>;

/** Rejects a call based on caller and organization alone, before any of its body is received. */
export type Admit = (context: RequestContext) => Promise<void>;
