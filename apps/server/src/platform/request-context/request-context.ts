import type { Language } from "@praxisportal/contract/languages";
import type { Principal } from "@praxisportal/contract/permissions";
import type { Role } from "@praxisportal/contract/roles";
import type { AuditDraft, AuditRequest } from "../audit/audit-record.ts";
import type { OrganizationDb } from "../db/handles.ts";
import { ProblemError } from "../http/problem.ts";
import type { RepeatableCall } from "../idempotency/idempotency.ts";
import type { Caller, LegacyCaller } from "./caller.ts";

/** Organization of a request, after the membership check. */
export type RequestOrganization = {
  id: string;
  name: string;
  type: string;
  status: string;
  role: Role;
  permissions: readonly string[];
  username: string | null;
  /** Only handle that can access the rows of this organization. */
  db: OrganizationDb;
};

/** Metadata about the origin of a request, which must not be used for authorization. */
export type RequestOrigin = {
  requestId: string;
  language: Language;
  address: string;
  userAgent: string | null;
  /** Whether a browser made the request (it has an Origin or Sec-Fetch-Site header). */
  isBrowser: boolean;
  /** Whether the request came through a proxy. */
  isForwarded: boolean;
  deviceSecret: string | undefined;
  audit: AuditRequest;
};

/** Context of a request for its handler. */
export class RequestContext {
  readonly origin: RequestOrigin;
  /** Idempotency key of this call, which the first statement of its transaction saves. */
  repeatable: RepeatableCall | undefined;
  /** Releases the slot of this call before the call ends, because another limit applies from then on. */
  releaseSlot: (() => void) | undefined;
  readonly #caller: Caller | undefined;
  readonly #organization: RequestOrganization | undefined;
  /** Set for a call of a session of the fallback login. Then there is no other caller and no organization. */
  readonly legacyCaller: LegacyCaller | undefined;

  constructor(
    origin: RequestOrigin,
    caller: Caller | undefined,
    organization: RequestOrganization | undefined,
    legacyCaller?: LegacyCaller,
  ) {
    this.origin = origin;
    this.legacyCaller = legacyCaller;
    this.#caller = caller;
    this.#organization = organization;
  }

  /** The caller, or undefined in a public call without a session. */
  get callerIfAny(): Caller | undefined {
    return this.#caller;
  }

  /** The caller. Throws 401 if there is none. */
  get caller(): Caller {
    if (this.#caller === undefined) throw new ProblemError("NOT_AUTHENTICATED");
    return this.#caller;
  }

  get organizationIfAny(): RequestOrganization | undefined {
    return this.#organization;
  }

  /** The organization. Throws 409 "No organization selected" if the request specifies none. */
  get organization(): RequestOrganization {
    if (this.#organization === undefined) throw new ProblemError("ORGANIZATION_REQUIRED");
    return this.#organization;
  }

  /** Role and permissions in the organization of the request, or those of the platform role. */
  get principal(): Principal {
    return principalOf(this.caller, this.#organization);
  }

  /** Returns the common fields of all audit entries of this request. */
  auditBase(): Pick<AuditDraft, "actor" | "request" | "origin"> {
    const { personId, token } = this.caller;
    const { role } = this.principal;
    return {
      actor:
        token === undefined
          ? { type: "user", id: personId, role }
          : {
              type: "token",
              id: personId,
              role,
              application: { id: token.applicationId, tokenId: token.id },
            },
      request: { ...this.origin.audit, sessionId: this.caller.sessionId },
      origin: this.caller.kind === "browser" ? "ui" : "api",
    };
  }
}

/**
 * Returns the caller's role and permissions in an organization. super_admin has all permissions everywhere, and `admin`
 * has none by itself.
 */
export function principalOf(
  caller: Caller,
  organization: { role: Role; permissions: readonly string[] } | undefined,
): Principal {
  if (caller.platformRole === "super_admin") return { role: "super_admin", permissions: ["*"] };
  if (organization) return { role: organization.role, permissions: organization.permissions };
  if (caller.platformRole === "admin") return { role: "admin", permissions: [] };
  return { role: "", permissions: [] };
}
