import type * as z from "zod/mini";
import type { AuditAction } from "./audit-actions.ts";
import type { ErrorCode } from "./errors.ts";
import { bodyMaxBytes, publicBodyMaxBytes } from "./limits.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Callers who may make a call, written exactly as in `docs/access.tsv` so that the two can be compared as text.
 * Alternatives are separated by ` | `, roles inside one alternative by `|`; super_admin passes every rule.
 */
export type AccessRule = {
  readonly who: string;
  /** `own`: the request's organization; `platform`: across organizations; `self`: the caller; `-`: none. */
  readonly scope: "own" | "platform" | "self" | "-";
};

/** The dotted action that is written to the audit log, or the reason why there is no entry. */
export type AuditRule = { readonly action: AuditAction } | { readonly none: string };

/** Declares that a call writes no audit entry, and why. */
export function notAudited(reason: string): AuditRule {
  return { none: reason };
}

/** Declares the dotted audit action that a call writes. */
export function audited(action: AuditAction): AuditRule {
  return { action };
}

export type Schema = z.ZodMiniType;

/** An event of a stream. `data` is JSON with a schema, or a fixed text. */
export type StreamEvent = { readonly name?: string; readonly data: Schema | string };

/**
 * One call of the portal. Server registrar, browser client, OpenAPI document and access matrix all derive
 * from this object; nothing about a call is declared twice.
 */
export type Endpoint = {
  /** Unique operation name, `feature.verb`. */
  readonly name: `${string}.${string}`;
  readonly summary: string;
  readonly method: Method;
  /** Path with `{parameter}` placeholders, as in the specification. */
  readonly path: `/api/${string}`;
  readonly access: AccessRule;
  readonly audit: AuditRule;
  /**
   * Source of the request's organization: the path parameter `id`, or the header with its fallbacks. Absent if the call
   * belongs to no single organization; an organization in the header is still checked and bound.
   */
  readonly organizationFrom?: "path" | "header";
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /**
   * The body is a form (`multipart/form-data`) with one file of this name, after the fields that `body`
   * describes. It is streamed.
   */
  readonly upload?: string;
  /** Fields may also follow the file, as third-party clients send them; the file is then buffered in memory. */
  readonly allowsFieldsAfterFile?: true;
  /** The body may also be an HTML form post, as sent by browsers without JavaScript and by mail providers. */
  readonly takesForm?: true;
  /** Largest JSON body in bytes; for the default see {@link bodyLimitOf}. */
  readonly maxBodyBytes?: number;
  /** Success statuses with the schema of their body; `null` means an empty body. */
  readonly responses: { readonly [status: number]: Schema | null };
  /**
   * The response is a file (content type and name depend on its format), not JSON; its schema is null. A GET can also
   * be opened with a download ticket; see `auth.createDownloadTicket`.
   */
  readonly file?: true;
  /** Content types of the file; by default CSV or a JSON array, as the query requests. */
  readonly fileTypes?: readonly string[];
  /** The response is a page (`text/html`) for a link that opens outside the web app; its schema is null. */
  readonly page?: true;
  /**
   * The response is a stream of server-sent events (`text/event-stream`); its schema is null. `requested`:
   * only if the body requests it, otherwise the schema applies.
   */
  readonly stream?: true | "requested";
  /** The events of the stream in order, for the OpenAPI document. */
  readonly streamEvents?: readonly StreamEvent[];
  /** The response is plain text if the body requests it, otherwise the schema applies. */
  readonly plainText?: "requested";
  /** Errors have this format instead of being problem documents. */
  readonly errorSchema?: Schema;
  /**
   * A GET with side effects. Its origin is checked like that of a change; a reconnecting EventSource gets
   * 204; and because an EventSource sends no headers, the query parameter `ticket` replaces the access token
   * of a browser's session and determines the organization.
   */
  readonly acceptsTicket?: true;
  /** Error codes specific to this call, in addition to those that every call may return. */
  readonly errors: readonly ErrorCode[];
  /**
   * Limits how often one person may make the call, because each call stores rows. `changes`: permanent rows such as
   * audit entries (`selfServiceChangesPerHour`); `tickets`: short-lived rows (`ticketsPerPersonPerHour`). Beyond that
   * 429 TOO_MANY_REQUESTS.
   */
  readonly rateLimit?: "changes" | "tickets";
  /**
   * False if the call only reads the state of the session. Such a call is not activity and does not extend the idle
   * limit.
   */
  readonly extendsSession?: false;
  /**
   * The call is about the session alone and ignores any organization: a user who lost their membership, or whose
   * organization is suspended, can still make it.
   */
  readonly withoutOrganization?: true;
  /**
   * The call may change data although the organization is read-only. `always`: even while it is suspended; `trialOver`:
   * only after its trial, to choose a plan or to revoke access. All other changes are refused.
   */
  readonly whenReadOnly?: "always" | "trialOver";
  /** The call may address deleted organizations; all others treat these as missing. */
  readonly findsDeleted?: true;
  /** The scope of an application's token that covers the call, instead of `read` or `write`. */
  readonly tokenScope?: "profile";
  /**
   * Whether a restricted session may make the call: `true` under any restriction, otherwise only under the named one.
   */
  readonly allowsRestricted?: true | "two_factor_setup";
  /** The call is also open to a session of the fallback login, which every other call refuses. */
  readonly allowsLegacySession?: true;
  /**
   * Response to a repetition with the same `Idempotency-Key`: `resource` = the same status with the created resource
   * read again; `none` = 409 ALREADY_PROCESSED, because the response contained something that is shown only once;
   * `bill` = 409 ALREADY_PROCESSED with the usage of the first call in `bill`, or 409 REQUEST_IN_PROGRESS while the
   * first call is still running; the response itself is not stored. If absent, no key is accepted.
   */
  readonly replay?: "resource" | "none" | "bill";
};

/** Returns the maximum size of a call's JSON body in bytes. */
export function bodyLimitOf(endpoint: Endpoint): number {
  return endpoint.maxBodyBytes ?? (endpoint.access.who === "public" ? publicBodyMaxBytes : bodyMaxBytes);
}

/** Returns the endpoint object with its literal types. A property that no endpoint has does not compile. */
export function defineEndpoint<const E extends Endpoint>(
  endpoint: E & { readonly [Name in Exclude<keyof E, keyof Endpoint>]: never },
): E {
  return endpoint;
}

type OutputOf<S, Fallback> = S extends Schema ? z.output<S> : Fallback;
type InputOf<S, Fallback> = S extends Schema ? z.input<S> : Fallback;

export type ParamsOf<E extends Endpoint> = OutputOf<E["params"], Record<string, never>>;
export type QueryOf<E extends Endpoint> = OutputOf<E["query"], Record<string, never>>;
export type BodyOf<E extends Endpoint> = OutputOf<E["body"], undefined>;
export type ParamsInputOf<E extends Endpoint> = InputOf<E["params"], undefined>;
export type QueryInputOf<E extends Endpoint> = InputOf<E["query"], undefined>;
export type BodyInputOf<E extends Endpoint> = InputOf<E["body"], undefined>;

/** The body of a successful response; `undefined` if it is empty. */
export type ResultOf<E extends Endpoint> = {
  [Status in keyof E["responses"]]: E["responses"][Status] extends Schema
    ? z.output<E["responses"][Status]>
    : undefined;
}[keyof E["responses"]];

/** Returns the default success status: the first one declared. */
export function successStatus(endpoint: Endpoint): number {
  return Number(Object.keys(endpoint.responses)[0]);
}

/** Returns an endpoint's path with the encoded parameters. Throws if a parameter is missing. */
export function pathOf(endpoint: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.name}: path parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
}
