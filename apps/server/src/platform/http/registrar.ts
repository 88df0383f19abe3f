import {
  bodyLimitOf,
  type BodyOf,
  type Endpoint,
  type ParamsOf,
  type QueryOf,
  type ResultOf,
  successStatus,
} from "@praxisportal/contract/endpoint";
import { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { IdentityDb } from "../db/handles.ts";
import { accessPasses, isPublic, parseAccess } from "../request-context/access.ts";
import type { Caller, Credentials } from "../request-context/caller.ts";
import {
  principalOf,
  RequestContext,
  type RequestOrganization,
  type RequestOrigin,
} from "../request-context/request-context.ts";
import { type FindOrganization, resolveOrganization } from "../request-context/resolve-organization.ts";
import {
  hashRequest,
  isRepeat,
  readKey,
  type RepeatableCall,
  RepeatedCallError,
} from "../idempotency/idempotency.ts";
import { findIdempotencyKey } from "../idempotency/idempotency.queries.ts";
import { assertTokenAllows, assertTokenPractice } from "../request-context/token-access.ts";
import type { DeviceCookie } from "./cookies.ts";
import { sendStream, StreamAnswer } from "./event-stream.ts";
import type { SendingTimes } from "./body-reader.ts";
import { FileAnswer } from "./file-answer.ts";
import { parseInput } from "./parse-input.ts";
import { PlainText } from "./plain-text.ts";
import { ProblemError } from "./problem.ts";
import { defaultPersonLimits, type PersonLimits, PersonRate } from "./person-rate.ts";
import { requireFile, Upload, type UploadedFile } from "./upload.ts";
import { UploadSlots } from "./upload-slots.ts";
import { readOrigin, assertSameSite, assertOwnGet } from "./request-origin.ts";

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
  /** Ids from the headers of an application; an empty header counts as absent. */
  named: { organizationId: string | undefined; applicationId: string | undefined };
};

/** JSON text built by PostgreSQL; sent unchanged. */
export class JsonText {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A handler with an empty response returns nothing. */
type HandlerResult<E extends Endpoint> = E extends { file: true }
  ? FileAnswer
  : E extends { stream: true }
    ? StreamAnswer | void
    : E extends { stream: "asked" }
      ? StreamAnswer | JsonResult<E>
      : E extends { plainText: "asked" }
        ? PlainText | JsonResult<E>
        : JsonResult<E>;
type JsonResult<E extends Endpoint> =
  undefined extends ResultOf<E> ? ResultOf<E> | JsonText | void : ResultOf<E> | JsonText;

export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<HandlerResult<E>>;

/**
 * Loads the result of an earlier call with the same idempotency key; required for `replay: "resource"` and `"bill"`.
 * With `bill` it throws a problem that describes the state of the first call.
 */
export type Reread<E extends Endpoint> = (
  createdId: string,
  context: RequestContext,
) => Promise<HandlerResult<E>>;

/** Rejects a call based on caller and practice alone, before any of its body is received. */
export type Admit = (context: RequestContext) => Promise<void>;

/** The session and practice for which a ticket was issued. */
export type TicketContext = { sessionId: string; organizationId: string };

/** Dependencies of the registrar. */
export type RegistrarDependencies = {
  identityDb: IdentityDb;
  cookie: DeviceCookie;
  origins: ReadonlySet<string>;
  /** Resolves the caller of a request; undefined without a valid session. */
  resolveCaller: (credentials: Credentials) => Promise<Caller | undefined>;
  /** Resolves a ticket; undefined when it is unknown or used. */
  findTicket: (ticket: string) => Promise<TicketContext | undefined>;
  /** Resolves the caller of a browser session by its cookie. */
  resolveSession: (sessionId: string, deviceSecret: string | undefined) => Promise<Caller | undefined>;
  /** Records activity of the person, or of an application acting for them; extends the idle time-out. */
  recordActivity: (caller: Caller, origin: RequestOrigin) => Promise<void>;
  /** Records (once per session and practice) that a platform account opened a practice. */
  recordPracticeOpened: (context: RequestContext, organization: RequestOrganization) => Promise<void>;
  findOrganization: FindOrganization;
  /** HMAC key of the request hashes that distinguish a repeated call from a different one. */
  requestHashKey: Buffer;
  /** Time limits for sending a file. */
  sendingTimes?: SendingTimes;
  personLimits?: PersonLimits;
};

/**
 * Connects endpoint objects with handlers. Every call passes the same steps in the same order: origin, session,
 * restriction, practice, access, validation, handler. {@link assertComplete} throws while an endpoint has no handler.
 */
export class Registrar {
  readonly #app: FastifyInstance;
  readonly #dependencies: RegistrarDependencies;
  readonly #registered = new Set<string>();
  readonly #uploadSlots = new UploadSlots();
  readonly #rate: PersonRate;

  constructor(app: FastifyInstance, dependencies: RegistrarDependencies) {
    this.#app = app;
    this.#dependencies = dependencies;
    this.#rate = new PersonRate(dependencies.personLimits ?? defaultPersonLimits);
  }

  /** Registers one call. Throws when its declaration is incomplete or it is registered twice. */
  handle<const E extends Endpoint>(
    endpoint: E,
    handler: Handler<NoInfer<E>>,
    reread?: Reread<NoInfer<E>>,
    admit?: Admit,
  ): void {
    assertDeclared(endpoint);
    const isReread = endpoint.replay === "resource" || endpoint.replay === "bill";
    if (isReread !== (reread !== undefined)) {
      throw new Error(`${endpoint.name}: "replay" and the way to read again do not fit`);
    }
    if (this.#registered.has(endpoint.name)) throw new Error(`${endpoint.name} has two handlers`);
    this.#registered.add(endpoint.name);
    const alternatives = parseAccess(endpoint.access.who);
    const status = successStatus(endpoint);
    const answer = async (request: FastifyRequest, reply: FastifyReply, upload: Upload | undefined) => {
      const context = await this.#admit(endpoint, request, alternatives);
      await admit?.(context);
      upload?.occupy(this.#uploadSlots.take(context, endpoint.allowsFieldsAfterFile === true));
      const form = await upload?.open(endpoint.allowsFieldsAfterFile);
      const call: Call<E> = {
        params: parseInput(endpoint.params, request.params) as ParamsOf<E>,
        query: parseInput(endpoint.query, request.query) as QueryOf<E>,
        body: parseInput(endpoint.body, form?.fields ?? request.body ?? undefined) as BodyOf<E>,
        file: requireFile(endpoint.upload, form?.file) as Call<E>["file"],
        context,
        reply,
        ifMatch: unquote(request.headers["if-match"]),
        named: {
          organizationId: singleHeader(request.headers["x-organization-id"])?.toLowerCase() || undefined,
          applicationId: singleHeader(request.headers["x-application-id"]) || undefined,
        },
      };
      this.#rate.count(endpoint, context);
      const key = endpoint.replay && readKey(request.headers["idempotency-key"]);
      const result =
        key === undefined ? await handler(call) : await this.#onlyOnce(endpoint, key, call, handler, reread);
      if (!reply.raw.headersSent && reply.statusCode === 200) reply.code(status);
      if (result instanceof FileAnswer) return sendFile(reply, result);
      if (result instanceof StreamAnswer) return sendStream(reply, result);
      if (result instanceof JsonText) return reply.type("application/json; charset=utf-8").send(result.text);
      if (result instanceof PlainText) return reply.type("text/plain; charset=utf-8").send(result.text);
      return result === undefined ? reply.send() : reply.send(result);
    };
    this.#app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      config: { takesForm: endpoint.upload !== undefined },
      bodyLimit: bodyLimitOf(endpoint),
      // A HEAD request would run the side effects of such a GET.
      exposeHeadRoute: endpoint.acceptsTicket !== true,
      handler: async (request, reply) => {
        if (endpoint.acceptsTicket && request.headers["last-event-id"] !== undefined)
          return reply.code(204).send();
        if (endpoint.upload === undefined) return answer(request, reply, undefined);
        const upload = new Upload(request.raw, endpoint.upload, this.#dependencies.sendingTimes);
        try {
          return await answer(request, reply, upload);
        } finally {
          upload.close();
        }
      },
    });
  }

  /** Throws when an endpoint of the list has no handler or a handler is not in the list. */
  assertComplete(endpoints: readonly Endpoint[]): void {
    const names = new Set(endpoints.map((endpoint) => endpoint.name as string));
    const missing = [...names].filter((name) => !this.#registered.has(name));
    const unknown = [...this.#registered].filter((name) => !names.has(name));
    if (missing.length > 0) throw new Error(`endpoints without handler: ${missing.join(", ")}`);
    if (unknown.length > 0) throw new Error(`handlers without endpoint: ${unknown.join(", ")}`);
  }

  /** Runs a call with an idempotency key once; a repeated call returns the reloaded result of the first one. */
  async #onlyOnce<E extends Endpoint>(
    endpoint: E,
    key: string,
    call: Call<E>,
    handler: Handler<E>,
    reread: Reread<E> | undefined,
  ): Promise<HandlerResult<E>> {
    const { context } = call;
    const practiceId = context.organizationIfAny?.id ?? null;
    const repeatable: RepeatableCall = {
      personId: context.caller.personId,
      key,
      requestHash: hashRequest(this.#dependencies.requestHashKey, endpoint, { ...call, practiceId }),
      status: successStatus(endpoint),
      practiceId,
    };
    const answerAgain = async () => {
      const storedCall = await findIdempotencyKey(this.#dependencies.identityDb, repeatable.personId, key);
      if (storedCall === undefined || !isRepeat(storedCall, repeatable, endpoint, new Date()))
        return undefined;
      if (storedCall.created_id === null || reread === undefined) throw new ProblemError("ALREADY_PROCESSED");
      return { again: await reread(storedCall.created_id, context) };
    };
    const before = await answerAgain();
    if (before !== undefined) return before.again;
    context.repeatable = repeatable;
    try {
      return await handler(call);
    } catch (error) {
      if (!(error instanceof RepeatedCallError)) throw error;
      const now = await answerAgain();
      if (now === undefined) throw error;
      return now.again;
    }
  }

  async #admit(
    endpoint: Endpoint,
    request: FastifyRequest,
    alternatives: ReturnType<typeof parseAccess>,
  ): Promise<RequestContext> {
    assertSameSite(request, this.#dependencies.origins);
    const origin = readOrigin(request, this.#dependencies.cookie, endpoint.path);
    const accessToken = bearerOf(request.headers.authorization);
    const ticket = endpoint.acceptsTicket ? ticketOf(request.query) : undefined;
    const isByTicket = ticket !== undefined && accessToken === undefined;
    if (endpoint.acceptsTicket) assertOwnGet(request, this.#dependencies.origins, isByTicket);
    const ticketContext = ticket === undefined ? undefined : await this.#dependencies.findTicket(ticket);
    const caller = isByTicket
      ? ticketContext &&
        (await this.#dependencies.resolveSession(ticketContext.sessionId, origin.deviceSecret))
      : await this.#dependencies.resolveCaller({ accessToken, deviceSecret: origin.deviceSecret });
    // Public calls treat an application's token as anonymous, because they only know sessions.
    if (caller === undefined || (caller.token !== undefined && isPublic(endpoint))) {
      if (isPublic(endpoint)) return new RequestContext(origin, undefined, undefined);
      throw new ProblemError("NOT_AUTHENTICATED");
    }
    request.asking = { personId: caller.personId, sessionId: caller.sessionId };
    const headerId = singleHeader(request.headers["x-organization-id"]) ?? ticketContext?.organizationId;
    if (caller.token !== undefined) assertTokenPractice(caller.token, headerId);
    assertDemoIsLocal(caller, origin.isForwarded);
    // Public calls are open to restricted sessions as well.
    if (!isPublic(endpoint)) assertNotRestricted(caller, endpoint);
    const organization =
      isPublic(endpoint) || endpoint.withoutOrganization
        ? undefined
        : await resolveOrganization(
            endpoint,
            (request.params as Record<string, string>)["id"],
            headerId,
            caller,
            this.#dependencies.identityDb,
            this.#dependencies.findOrganization,
          );
    const context = new RequestContext(origin, caller, organization);
    if (caller.token !== undefined) assertTokenAllows(endpoint, alternatives, caller.token, organization);
    else if (!passes(endpoint, alternatives, caller, organization)) throw new ProblemError("FORBIDDEN");
    if (organization && caller.platformRole !== null)
      await this.#dependencies.recordPracticeOpened(context, organization);
    if (endpoint.extendsSession !== false && request.headers["x-background-read"] === undefined) {
      await this.#dependencies.recordActivity(caller, origin);
    }
    return context;
  }
}

function ticketOf(query: unknown): string | undefined {
  const { ticket } = query as { ticket?: unknown };
  return typeof ticket === "string" ? ticket : undefined;
}

function sendFile(reply: FastifyReply, file: FileAnswer) {
  reply.header("content-disposition", `attachment; filename="${file.name}"`);
  return reply.type(file.contentType).send(Readable.from(file.chunks));
}

function assertDeclared(endpoint: Endpoint): void {
  // The types require both; the check also covers objects that were cast.
  if (!endpoint.access?.who) throw new Error(`${endpoint.name} declares no access rule`);
  if (!endpoint.audit || !("action" in endpoint.audit || endpoint.audit.none)) {
    throw new Error(`${endpoint.name} declares no audit rule`);
  }
  if (endpoint.method !== "GET" && "none" in endpoint.audit && endpoint.audit.none.length < 10) {
    throw new Error(`${endpoint.name} changes something without an audit entry and gives no reason`);
  }
}

/** Checks access. A list across practices is allowed when the caller has access in at least one of them. */
function passes(
  endpoint: Endpoint,
  alternatives: ReturnType<typeof parseAccess>,
  caller: Caller,
  organization: RequestOrganization | undefined,
): boolean {
  if (endpoint.access.scope !== "own" || endpoint.organizationFrom !== undefined || organization) {
    return accessPasses(alternatives, principalOf(caller, organization));
  }
  return (
    accessPasses(alternatives, principalOf(caller, undefined)) ||
    caller.memberships.some((membership) => accessPasses(alternatives, principalOf(caller, membership)))
  );
}

function assertDemoIsLocal(caller: Caller, isForwarded: boolean): void {
  if (caller.isDemo && isForwarded) throw new ProblemError("DEMO_LOCAL_ONLY");
}

function assertNotRestricted(caller: Caller, endpoint: Endpoint): void {
  const allowed = endpoint.allowRestricted;
  if (caller.restriction === null || allowed === true || allowed === caller.restriction) return;
  throw new ProblemError(
    caller.restriction === "password_change" ? "PASSWORD_CHANGE_REQUIRED" : "TWO_FACTOR_SETUP_REQUIRED",
  );
}

function bearerOf(header: string | undefined): string | undefined {
  return header?.startsWith("Bearer ") ? header.slice("Bearer ".length) : undefined;
}

function singleHeader(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Returns the version from `If-Match`; `*` matches every version and counts as absent. */
function unquote(value: string | undefined): string | undefined {
  return value === "*" ? undefined : value?.replace(/^(?:W\/)?"(.*)"$/, "$1");
}
