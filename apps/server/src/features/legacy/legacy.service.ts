import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { legacySignIn } from "@praxisportal/contract/legacy/legacy.endpoints";
import type {
  LegacyHealth,
  LegacyPatientQuery,
  LegacyPractice,
  LegacyTestDescriptionQuery,
} from "@praxisportal/contract/legacy/legacy.schema";
import { legacyCallTimeoutMs } from "@praxisportal/contract/limits";
import { addressRule, attemptKey, loginRule, type RateLimiter } from "../../directory/rate-limiter.ts";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestOrganization } from "../../platform/request-context/request-context.ts";
import { requestToken } from "./ask-for-token.ts";
import type { LegacyServer } from "./legacy-server.ts";
import { findPage } from "./legacy-list.ts";
import * as presenter from "./legacy.presenter.ts";
import { findPracticeCode } from "./legacy.queries.ts";

/** The organization that reads, or a session of the fallback login, which belongs to the practice of the server. */
export type LegacyReader = RequestOrganization | "fallback";

const patientList = {
  searchFields: ["lastName", "firstName", "number"],
  thenBy: ["lastName", "firstName", "number", "id"],
} as const;
const testList = { searchFields: ["code", "name"], thenBy: ["code", "name", "id"] } as const;

/** Passes data of the legacy practice server on to its organization and stores none of it. */
export class LegacyService {
  readonly #server: LegacyServer | undefined;
  readonly #db: IdentityDb;
  readonly #clock: Clock;
  readonly #limits: RateLimiter;

  constructor(
    server: LegacyServer | undefined,
    { db, clock, limits }: { db: IdentityDb; clock: Clock; limits: RateLimiter },
  ) {
    this.#server = server;
    this.#db = db;
    this.#clock = clock;
    this.#limits = limits;
  }

  /** Returns whether the organization has a legacy server, even if it does not respond. */
  async isOffered(organization: RequestOrganization | undefined): Promise<boolean> {
    return organization !== undefined && (await this.#serverOf(organization)) !== undefined;
  }

  /** Returns whether the legacy server responds. Without a legacy server it is unavailable. */
  async health(reader: LegacyReader | undefined): Promise<LegacyHealth> {
    const server = reader && (await this.#serverOf(reader));
    return server?.health.check() ?? { available: false, checkedAt: this.#clock.now().toISOString() };
  }

  /**
   * Signs in to the legacy server and returns its token. Refusals count per user, whichever names they try, and per
   * network address together with the portal's own sign-ins. Errors: 400 LEGACY_LOGIN_REFUSED, 403
   * LEGACY_OTHER_PRACTICE, LEGACY_ACCOUNT_LOCKED, 404 LEGACY_NOT_OFFERED, 429 while locked, 503 LEGACY_UNREACHABLE.
   */
  async signIn({ context }: Authorized<"legacy.signIn">, body: BodyOf<typeof legacySignIn>): Promise<string> {
    const server = await this.#requireServer(context.organization);
    const { address } = context.origin;
    const addressKey = attemptKey("address", address);
    const userKey = attemptKey("legacy", context.caller.personId);
    await this.#limits.assertOpen(addressKey);
    const reserved = await this.#limits.consume(userKey, loginRule);
    const outcome = await requestToken(server, body, address);
    const isRefused = outcome !== undefined && "refusal" in outcome;
    if (isRefused) await this.#limits.count(addressKey, addressRule);
    await this.#db.write(async (tx) => {
      if (!isRefused) await this.#limits.refund(tx, userKey, reserved);
      if (outcome === undefined) return;
      tx.record({
        ...context.auditBase(),
        organizationId: context.organization.id,
        action: "legacy.signed_in",
        outcome: isRefused ? "denied" : "success",
      });
    });
    if (outcome === undefined) throw new ProblemError("LEGACY_UNREACHABLE");
    if ("refusal" in outcome) throw new ProblemError(outcome.refusal);
    return outcome.token;
  }

  /** Records that a session of the portal ends its sign-in to the legacy server. */
  async signOut({ context }: Authorized<"legacy.signOut">): Promise<void> {
    await this.#db.write(async (tx) => {
      tx.record({
        ...context.auditBase(),
        organizationId: context.caller.startOrganizationId ?? platformChainId,
        action: "legacy.signed_out",
      });
    });
  }

  /** Returns the practice info, or null when the legacy server gives no usable response. Errors as {@link patients}. */
  async practice(reader: LegacyReader, token: string | undefined): Promise<LegacyPractice | null> {
    return presenter.presentPractice(await this.#read(reader, token, "/api/praxis"));
  }

  /**
   * Returns a page of the patients; an empty one, marked as not available, when the legacy server gives no usable
   * response. Errors: 403 LEGACY_SIGN_IN_REQUIRED without a valid token, 404 LEGACY_NOT_OFFERED.
   */
  async patients(reader: LegacyReader, token: string | undefined, query: LegacyPatientQuery) {
    const rows = presenter.presentPatients(await this.#read(reader, token, "/api/patienten"));
    return { ...findPage(rows ?? [], query, patientList), available: rows !== undefined };
  }

  /** Returns a page of the test descriptions, as {@link patients}. */
  async testDescriptions(reader: LegacyReader, token: string | undefined, query: LegacyTestDescriptionQuery) {
    const response = await this.#read(reader, token, "/api/test-descriptions");
    const rows = presenter.presentTestDescriptions(response);
    return { ...findPage(rows ?? [], query, testList), available: rows !== undefined };
  }

  /** Returns the body of a response, or undefined when the call failed. */
  async #read(reader: LegacyReader, token: string | undefined, path: `/api/${string}`): Promise<unknown> {
    const { client } = await this.#requireServer(reader);
    if (token === undefined) throw new ProblemError("LEGACY_SIGN_IN_REQUIRED");
    const { status, body } = await client.call(path, { timeoutMs: legacyCallTimeoutMs, token });
    // The legacy server ended the session, or was restarted.
    if (status === 401) throw new ProblemError("LEGACY_SIGN_IN_REQUIRED");
    return body;
  }

  async #requireServer(reader: LegacyReader): Promise<LegacyServer> {
    const server = await this.#serverOf(reader);
    if (server === undefined) throw new ProblemError("LEGACY_NOT_OFFERED");
    return server;
  }

  async #serverOf(reader: LegacyReader): Promise<LegacyServer | undefined> {
    if (this.#server === undefined || reader === "fallback") return this.#server;
    const code = await findPracticeCode(reader.db);
    return code?.toUpperCase() === this.#server.settings.practiceCode.toUpperCase()
      ? this.#server
      : undefined;
  }
}
