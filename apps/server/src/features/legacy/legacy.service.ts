import type { BodyOf } from "@praxisportal/contract/endpoint";
import type { ErrorCode } from "@praxisportal/contract/errors";
import type { legacySignIn } from "@praxisportal/contract/legacy/legacy.endpoints";
import type {
  LegacyHealth,
  LegacyPatientQuery,
  LegacyPractice,
  LegacyTestDescriptionQuery,
} from "@praxisportal/contract/legacy/legacy.schema";
import { legacyCallTimeoutMs } from "@praxisportal/contract/limits";
import type { AuditOutcome } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { LegacySettings } from "../../platform/config/config.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import type { RequestOrganization } from "../../platform/request-context/request-context.ts";
import type { LegacyClient } from "./legacy-client.ts";
import type { LegacyHealthCheck } from "./legacy-health.ts";
import { pageOfRows } from "./legacy-list.ts";
import * as presenter from "./legacy.presenter.ts";
import { findPracticeCode } from "./legacy.queries.ts";

/** The older practice server as the operator configured it. */
export type LegacyServer = {
  settings: LegacySettings;
  client: Pick<LegacyClient, "call">;
  health: LegacyHealthCheck;
};

/** Problems of a sign-in by the status with which the older server refuses it. */
const refusals: Readonly<Record<number, ErrorCode>> = {
  401: "LEGACY_LOGIN_REFUSED",
  403: "LEGACY_OTHER_PRACTICE",
  423: "LEGACY_ACCOUNT_LOCKED",
};

const patientList = {
  searched: ["lastName", "firstName", "number"],
  thenBy: ["lastName", "firstName", "number", "id"],
} as const;
const testList = { searched: ["code", "name"], thenBy: ["code", "name", "id"] } as const;

/** Passes data of the older practice server on to its organization and stores nothing of it. */
export class LegacyService {
  readonly #server: LegacyServer | undefined;
  readonly #clock: Clock;

  constructor(server: LegacyServer | undefined, clock: Clock) {
    this.#server = server;
    this.#clock = clock;
  }

  /** Returns whether the organization has an older server, whether or not that answers. */
  async isOffered(organization: RequestOrganization | undefined): Promise<boolean> {
    return organization !== undefined && (await this.#serverOf(organization)) !== undefined;
  }

  /** Whether the older server answers; false for an organization without one. */
  async health(organization: RequestOrganization | undefined): Promise<LegacyHealth> {
    const server = organization && (await this.#serverOf(organization));
    return server?.health.check() ?? { available: false, checkedAt: this.#clock.now().toISOString() };
  }

  /**
   * Signs in to the older server and returns its token. Errors: 400 LEGACY_LOGIN_REFUSED, 403 LEGACY_OTHER_PRACTICE,
   * LEGACY_ACCOUNT_LOCKED, 404 LEGACY_NOT_OFFERED, 503 LEGACY_UNREACHABLE.
   */
  async signIn(
    authorized: Authorized<"legacy.signIn">,
    { connectionInfo, ...account }: BodyOf<typeof legacySignIn>,
  ): Promise<string> {
    const { context } = authorized;
    const { client, settings } = await this.#requireServer(context.organization);
    const { status, body } = await client.call("/api/login", {
      timeoutMs: legacyCallTimeoutMs,
      body: {
        praxisId: settings.practiceCode,
        ...account,
        connectionInfo: { ...connectionInfo, publicIp: context.origin.address },
      },
    });
    const token = presenter.tokenOf(body);
    const refusal = refusals[status ?? 0];
    if (token === undefined && refusal === undefined) throw new ProblemError("LEGACY_UNREACHABLE");
    await record(authorized, refusal === undefined ? "success" : "denied");
    if (token === undefined) throw new ProblemError(refusal ?? "LEGACY_UNREACHABLE");
    return token;
  }

  /** Returns the practice info, or null when the older server gives no usable answer. Errors as {@link patients}. */
  async practice(
    organization: RequestOrganization,
    token: string | undefined,
  ): Promise<LegacyPractice | null> {
    return presenter.presentPractice(await this.#read(organization, token, "/api/praxis"));
  }

  /**
   * Returns a page of the patients; an empty one, marked as not available, when the older server gives no usable answer.
   * Errors: 403 LEGACY_SIGN_IN_REQUIRED without a valid token, 404 LEGACY_NOT_OFFERED.
   */
  async patients(organization: RequestOrganization, token: string | undefined, query: LegacyPatientQuery) {
    const rows = presenter.presentPatients(await this.#read(organization, token, "/api/patienten"));
    return { ...pageOfRows(rows ?? [], query, patientList), available: rows !== undefined };
  }

  /** Returns a page of the test descriptions, as {@link patients}. */
  async testDescriptions(
    organization: RequestOrganization,
    token: string | undefined,
    query: LegacyTestDescriptionQuery,
  ) {
    const answer = await this.#read(organization, token, "/api/test-descriptions");
    const rows = presenter.presentTestDescriptions(answer);
    return { ...pageOfRows(rows ?? [], query, testList), available: rows !== undefined };
  }

  /** Returns the body of an answer; undefined when the call failed. */
  async #read(
    organization: RequestOrganization,
    token: string | undefined,
    path: `/api/${string}`,
  ): Promise<unknown> {
    const { client } = await this.#requireServer(organization);
    if (token === undefined) throw new ProblemError("LEGACY_SIGN_IN_REQUIRED");
    const { status, body } = await client.call(path, { timeoutMs: legacyCallTimeoutMs, token });
    // The older server ended the session, or was restarted.
    if (status === 401) throw new ProblemError("LEGACY_SIGN_IN_REQUIRED");
    return body;
  }

  async #requireServer(organization: RequestOrganization): Promise<LegacyServer> {
    const server = await this.#serverOf(organization);
    if (server === undefined) throw new ProblemError("LEGACY_NOT_OFFERED");
    return server;
  }

  async #serverOf({ db }: RequestOrganization): Promise<LegacyServer | undefined> {
    if (this.#server === undefined) return undefined;
    const code = await findPracticeCode(db);
    return code?.toUpperCase() === this.#server.settings.practiceCode.toUpperCase()
      ? this.#server
      : undefined;
  }
}

async function record({ context }: Authorized<"legacy.signIn">, outcome: AuditOutcome): Promise<void> {
  const { id: organizationId, db } = context.organization;
  await db.write(async (_db, tx) => {
    tx.record({ ...context.auditBase(), organizationId, action: "legacy.signed_in", outcome });
  });
}
