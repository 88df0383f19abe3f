import type * as z from "zod/mini";
import type { AuditAction } from "./audit-actions.ts";
import type { ErrorCode } from "./errors.ts";
import { bodyMaxBytes, publicBodyMaxBytes } from "./limits.ts";

export type Method = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Who may make a call, written exactly as in `docs/access.tsv` so that the two can be compared as text.
 * Alternatives are separated by ` | `, roles inside one alternative by `|`; super_admin passes every rule.
 */
export type AccessRule = {
  readonly who: string;
  /** `own`: the practice of the request; `platform`: across practices; `self`: the caller; `-`: none. */
  readonly scope: "own" | "platform" | "self" | "-";
};

/** What the audit log gets: a dotted action, or the reason why nothing is written. */
export type AuditRule = { readonly action: AuditAction } | { readonly none: string };

/** Declares that a call writes no audit entry, and why. */
export function none(reason: string): AuditRule {
  return { none: reason };
}

/** Declares the dotted audit action that a call writes. */
export function audited(action: AuditAction): AuditRule {
  return { action };
}

export type Schema = z.ZodMiniType;

/**
 * One call of the portal. Server registrar, browser client, OpenAPI document and access matrix all read
 * this object; nothing about a call is written twice.
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
   * Where the practice of the request comes from: the path parameter `id`, or the header with its fallbacks.
   * Absent: the call belongs to no single practice; one in the header is still checked and bound.
   */
  readonly practice?: "path" | "header";
  readonly params?: Schema;
  readonly query?: Schema;
  readonly body?: Schema;
  /**
   * The body is a form (`multipart/form-data`) with one file of this name, behind the fields that `body` describes.
   * It is read as it arrives.
   */
  readonly upload?: string;
  /** Fields may also stand behind the file, as programs send them that are not ours: it is held in memory meanwhile. */
  readonly lateFields?: true;
  /** Largest JSON body in bytes; absent: see {@link bodyLimitOf}. */
  readonly maxBodyBytes?: number;
  /** Success statuses with the schema of their body; `null` means an empty body. */
  readonly responses: { readonly [status: number]: Schema | null };
  /** The success answer is a file (content type and name by its format), not JSON; its schema is null. */
  readonly file?: true;
  /**
   * The success answer is a stream of server-sent events (`text/event-stream`); its schema is null. `asked`: only when
   * the body asks for it, else the schema holds.
   */
  readonly stream?: true | "asked";
  /** The success answer is plain text when the body asks for it, else the schema holds. */
  readonly plainText?: "asked";
  /** Errors look as those of OpenAI do instead of being problem documents. */
  readonly face?: "openai";
  /**
   * A GET that acts. Where it comes from is judged as for a change; an EventSource that comes back is answered 204; and
   * because it sends no header, its query `ticket` stands for the bearer token of a browser's session and names the
   * practice.
   */
  readonly ticketed?: true;
  /** Codes of the catalogue that this call may answer beyond those that every call may answer. */
  readonly errors: readonly ErrorCode[];
  /**
   * Bounds how often one person makes the call, because it leaves rows: `changes` permanent ones such as audit entries
   * (`ownChangesPerHour`), `tickets` short-lived ones (`ownTicketsPerHour`). Beyond that 429 TOO_MANY_REQUESTS.
   */
  readonly perPerson?: "changes" | "tickets";
  /** Calls that a restricted session may still make, whatever restricts it or only with the restriction named. */
  readonly allowRestricted?: true | "two_factor_setup";
  /**
   * What a repeat with the same `Idempotency-Key` gets: `resource` = the same status with what was made read again,
   * `none` = 409 ALREADY_PROCESSED, because the answer holds something that is shown once; `bill` = the same with what
   * the first call used (`bill`), or 409 CALL_IN_PROGRESS while it runs: its answer is kept nowhere. Absent: no key is
   * taken.
   */
  readonly replay?: "resource" | "none" | "bill";
};

/** Largest JSON body of a call, in bytes. */
export function bodyLimitOf(endpoint: Endpoint): number {
  return endpoint.maxBodyBytes ?? (endpoint.access.who === "public" ? publicBodyMaxBytes : bodyMaxBytes);
}

/** Keeps the literal types of an endpoint object. */
export function defineEndpoint<const E extends Endpoint>(endpoint: E): E {
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

/** The body of the success answer; `undefined` for an empty one. */
export type ResultOf<E extends Endpoint> = {
  [Status in keyof E["responses"]]: E["responses"][Status] extends Schema
    ? z.output<E["responses"][Status]>
    : undefined;
}[keyof E["responses"]];

/** The success status that a call answers when its handler names no other: the first declared one. */
export function successStatus(endpoint: Endpoint): number {
  return Number(Object.keys(endpoint.responses)[0]);
}

/** Puts encoded parameters into the path of an endpoint. Throws when one is missing. */
export function pathOf(endpoint: Endpoint, params: Readonly<Record<string, string>> = {}): string {
  return endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${endpoint.name}: path parameter ${name} is missing`);
    return encodeURIComponent(value);
  });
}
