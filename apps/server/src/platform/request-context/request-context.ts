import type { Language } from "@praxisportal/contract/languages";
import type { Principal } from "@praxisportal/contract/permissions";
import type { Role } from "@praxisportal/contract/roles";
import type { AuditDraft, AuditRequest } from "../audit/audit-record.ts";
import type { OrganizationDb } from "../db/handles.ts";
import { ProblemError } from "../http/problem.ts";
import type { RepeatableCall } from "../idempotency/idempotency.ts";
import type { Caller } from "./caller.ts";

/** The practice of a request, after the membership was checked. */
export type RequestOrganization = {
  id: string;
  name: string;
  type: string;
  status: string;
  role: Role;
  permissions: readonly string[];
  username: string | null;
  /** The only handle that reaches the rows of this practice. */
  db: OrganizationDb;
};

/** Where a request comes from; never decides about access. */
export type RequestOrigin = {
  requestId: string;
  language: Language;
  address: string;
  userAgent: string | null;
  /** The request was made by a browser (it carries Origin or Sec-Fetch-Site). */
  isBrowser: boolean;
  /** The request came through a proxy. */
  isForwarded: boolean;
  deviceSecret: string | undefined;
  audit: AuditRequest;
};

/** What a handler knows about its request. */
export class RequestContext {
  readonly origin: RequestOrigin;
  /** The key under which this call may be repeated; for the first statement of its transaction. */
  repeatable: RepeatableCall | undefined;
  readonly #caller: Caller | undefined;
  readonly #organization: RequestOrganization | undefined;

  constructor(
    origin: RequestOrigin,
    caller: Caller | undefined,
    organization: RequestOrganization | undefined,
  ) {
    this.origin = origin;
    this.#caller = caller;
    this.#organization = organization;
  }

  /** The caller when there is one; for calls that are public. */
  get callerIfAny(): Caller | undefined {
    return this.#caller;
  }

  /** The caller. Throws 401 when there is none. */
  get caller(): Caller {
    if (this.#caller === undefined) throw new ProblemError("NOT_AUTHENTICATED");
    return this.#caller;
  }

  get organizationIfAny(): RequestOrganization | undefined {
    return this.#organization;
  }

  /** The practice. Throws 409 "No organization selected" when the request names none. */
  get organization(): RequestOrganization {
    if (this.#organization === undefined) throw new ProblemError("ORGANIZATION_REQUIRED");
    return this.#organization;
  }

  /** Role and permissions in the practice of the request, or those of the platform role. */
  get principal(): Principal {
    return principalOf(this.caller, this.#organization);
  }

  /** The parts of an audit entry that every action of this request shares. */
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

/** What the caller may do in a practice; super_admin passes everywhere, `admin` has no permission by itself. */
export function principalOf(
  caller: Caller,
  organization: { role: Role; permissions: readonly string[] } | undefined,
): Principal {
  if (caller.platformRole === "super_admin") return { role: "super_admin", permissions: ["*"] };
  if (organization) return { role: organization.role, permissions: organization.permissions };
  if (caller.platformRole === "admin") return { role: "admin", permissions: [] };
  return { role: "", permissions: [] };
}
