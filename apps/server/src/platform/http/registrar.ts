import { bodyLimitOf, type Endpoint, successStatus } from "@praxisportal/contract/endpoint";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { readKey } from "../idempotency/idempotency.ts";
import { runOnce, type RunOnceDependencies } from "../idempotency/run-once.ts";
import { parseAccess } from "../request-context/access.ts";
import type { RequestContext } from "../request-context/request-context.ts";
import type { SendingTimes } from "./uploads/body-reader.ts";
import { Admission, type AdmissionDependencies } from "./calls/admission.ts";
import { assertComplete, assertDeclared } from "./calls/assert-declared.ts";
import { type CallLimits, CallSlots } from "./calls/call-slots.ts";
import type { Admit, Handler, Reread } from "./calls/handler.ts";
import { Downloads } from "./calls/downloads.ts";
import { parseInput } from "./calls/parse-input.ts";
import { readCall } from "./calls/read-call.ts";
import { sendResult } from "./calls/send-result.ts";
import { defaultPersonLimits, type PersonLimits, PersonRate } from "./calls/person-rate.ts";
import { Upload } from "./uploads/upload.ts";
import { UploadSlots } from "./uploads/upload-slots.ts";

export type RegistrarDependencies = AdmissionDependencies &
  RunOnceDependencies & {
    /** Time limits for sending a file. */
    sendingTimes?: SendingTimes;
    /** Time in ms without progress after which a client that receives a file is disconnected. */
    fileStallMs?: number;
    personLimits?: PersonLimits;
    callLimits: CallLimits;
  };

/**
 * Connects endpoint objects with handlers. Every call passes the same steps in this order: admission (origin, session,
 * restriction, organization, access), slot, validation, handler, response. {@link assertComplete} throws if an endpoint
 * has no handler.
 */
export class Registrar {
  readonly #app: FastifyInstance;
  readonly #dependencies: RegistrarDependencies;
  readonly #admission: Admission;
  readonly #registered = new Set<string>();
  readonly #uploadSlots = new UploadSlots();
  readonly #rate: PersonRate;
  readonly #callSlots: CallSlots;
  readonly #downloads = new Downloads();

  constructor(app: FastifyInstance, dependencies: RegistrarDependencies) {
    this.#app = app;
    this.#dependencies = dependencies;
    this.#admission = new Admission(dependencies);
    this.#rate = new PersonRate(dependencies.personLimits ?? defaultPersonLimits);
    this.#callSlots = new CallSlots(dependencies.callLimits);
  }

  /** Registers a call. Throws if its declaration is incomplete or it is registered twice. */
  handle<const E extends Endpoint>(
    endpoint: E,
    handler: Handler<NoInfer<E>>,
    reread?: Reread<NoInfer<E>>,
    admit?: Admit,
  ): void {
    assertDeclared(endpoint, reread !== undefined);
    if (this.#registered.has(endpoint.name)) throw new Error(`${endpoint.name} has two handlers`);
    this.#registered.add(endpoint.name);
    const alternatives = parseAccess(endpoint.access.who);
    const status = successStatus(endpoint);
    this.#downloads.add({ endpoint, alternatives, admit });
    const run = async (
      context: RequestContext,
      request: FastifyRequest,
      reply: FastifyReply,
      upload?: Upload,
    ) => {
      await admit?.(context);
      upload?.occupy(this.#uploadSlots.take(context, endpoint.allowsFieldsAfterFile === true));
      const form = await upload?.open(endpoint.allowsFieldsAfterFile);
      const call = readCall<E>(endpoint, request, reply, context, form);
      this.#rate.count(endpoint, context);
      const key = endpoint.replay && readKey(request.headers["idempotency-key"]);
      if (key === undefined) return handler(call);
      return runOnce(this.#dependencies, {
        endpoint,
        key,
        input: call,
        context,
        run: () => handler(call),
        reread: reread && ((createdId) => reread(createdId, context, call)),
      });
    };
    const respond = async (request: FastifyRequest, reply: FastifyReply, upload?: Upload) => {
      const context = await this.#admission.admit(endpoint, request, alternatives);
      const result = await this.#callSlots.run(context, reply, () => run(context, request, reply, upload));
      return sendResult(reply, result, status, this.#dependencies.fileStallMs);
    };
    this.#app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      config: formOf(endpoint),
      bodyLimit: bodyLimitOf(endpoint),
      // A HEAD request would run the side effects of the GET and needlessly read a complete file.
      exposeHeadRoute: endpoint.acceptsTicket !== true && endpoint.file !== true,
      handler: async (request, reply) => {
        if (endpoint.acceptsTicket && request.headers["last-event-id"] !== undefined)
          return reply.code(204).send();
        if (endpoint.upload === undefined) return respond(request, reply);
        const upload = new Upload(request.raw, endpoint.upload, this.#dependencies.sendingTimes);
        try {
          return await respond(request, reply, upload);
        } finally {
          upload.close();
        }
      },
    });
  }

  /**
   * Checks that the caller may download the file that a path addresses. Throws the errors that the download itself
   * would throw before it begins, and 404 if the path addresses no file.
   */
  async admitDownload(
    { caller, origin }: RequestContext,
    path: string,
    headerId: string | undefined,
  ): Promise<void> {
    const { endpoint, alternatives, admit, params, query } = this.#downloads.find(path);
    const pathId = params["id"];
    const context = await this.#admission.admitCaller(endpoint, alternatives, {
      caller,
      origin,
      pathId,
      headerId,
    });
    await admit?.(context);
    parseInput(endpoint.params, params);
    parseInput(endpoint.query, query);
  }

  /** Throws if an endpoint of the list has no handler or a handler is not in the list. */
  assertComplete(endpoints: readonly Endpoint[]): void {
    assertComplete(endpoints, this.#registered);
  }
}

/** Returns the kind of form that a call accepts, for the parsers of bodies. */
function formOf({ upload, takesForm }: Endpoint): { form?: "upload" | "fields" } {
  if (upload !== undefined) return { form: "upload" };
  return takesForm === true ? { form: "fields" } : {};
}
