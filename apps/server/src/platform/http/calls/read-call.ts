import type { BodyOf, Endpoint, ParamsOf, QueryOf } from "@praxisportal/contract/endpoint";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { RequestContext } from "../../request-context/request-context.ts";
import { parseInput } from "./parse-input.ts";
import { requireFile, type Upload } from "../uploads/upload.ts";
import type { Call } from "./handler.ts";
import { singleHeader, versionOf } from "./request-headers.ts";

/** Parses the input of an admitted request. Throws 400 with all issues of the first invalid part. */
export function readCall<E extends Endpoint>(
  endpoint: E,
  request: FastifyRequest,
  reply: FastifyReply,
  context: RequestContext,
  form: Awaited<ReturnType<Upload["open"]>> | undefined,
): Call<E> {
  return {
    params: parseInput(endpoint.params, request.params) as ParamsOf<E>,
    query: parseInput(endpoint.query, request.query) as QueryOf<E>,
    body: parseInput(endpoint.body, form?.fields ?? request.body ?? undefined) as BodyOf<E>,
    file: requireFile(endpoint.upload, form?.file) as Call<E>["file"],
    context,
    reply,
    ifMatch: versionOf(request.headers["if-match"]),
    named: {
      organizationId: singleHeader(request.headers["x-organization-id"])?.toLowerCase() || undefined,
      applicationId: singleHeader(request.headers["x-application-id"]) || undefined,
    },
  };
}
