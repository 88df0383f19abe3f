import type { AiSwitch, AiSwitches, AiSwitchState } from "@praxisportal/contract/ai/policy.schema";
import { type AuditParty, platformChainId } from "../../../platform/audit/audit-record.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb } from "../../../platform/db/handles.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../../platform/request-context/request-context.ts";
import { mayManageAi } from "../ai.policy.ts";
import { presentStop, presentSwitches } from "../ai.presenter.ts";
import { readCatalogue, type StopRow } from "../providers/catalogue.queries.ts";
import * as organization from "./organization.queries.ts";
import * as platform from "../providers/providers.platform-queries.ts";
import type { StopScope } from "../calls/running-calls.ts";

export type SwitchDependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
};

/** Chain and target of the audit entry, and the scope of the switch. */
type About = { chain: string; target: AuditParty; data: { scope: StopScope["scope"]; provider?: string } };

/**
 * The switches that stop AI use: for the platform, a provider, an organization or a user. Stopping needs no step-up,
 * resuming does.
 */
export class SwitchService {
  readonly #dependencies: SwitchDependencies;

  constructor(dependencies: SwitchDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns the switches that apply to the organization of the request. */
  async read(context: RequestContext): Promise<AiSwitches> {
    const { db } = context.organization;
    const visiblePersonId = mayManageAi(context.principal) ? undefined : context.caller.personId;
    const [catalogue, rows, people] = await Promise.all([
      readCatalogue(this.#dependencies.db, this.#dependencies.clock.now()),
      organization.readOrganization(db),
      organization.stoppedPeople(db, visiblePersonId),
    ]);
    return presentSwitches(catalogue.platform, rows, people);
  }

  async switchPlatform({ context }: Authorized<"ai.stopEverybody">, body: AiSwitch): Promise<AiSwitchState> {
    this.#assertMay(context, body);
    const stop = await this.#dependencies.platformDb.write(async (tx, db) => {
      const before = await platform.lockPlatformSwitch(db);
      const after = this.#next(before, body);
      await platform.savePlatformSwitch(db, after);
      recordSwitch(tx, context, before, after, {
        chain: platformChainId,
        target: { type: "system", id: null },
        data: { scope: "platform" },
      });
      return after;
    });
    return { stopped: presentStop(stop) };
  }

  /** Stops or resumes a provider. Errors: 404. */
  async switchProvider(
    { context }: Authorized<"ai.stopEverybody">,
    key: string,
    body: AiSwitch,
  ): Promise<AiSwitchState> {
    this.#assertMay(context, body);
    const stop = await this.#dependencies.platformDb.write(async (tx, db) => {
      const row = await platform.lockProvider(db, key);
      if (row === undefined) throw new ProblemError("NOT_FOUND");
      const after = this.#next(row, body);
      await platform.saveProviderSwitch(db, key, after);
      const target = { type: "provider" as const, id: row.id, display: row.name };
      const data = { scope: "provider", provider: key } as const;
      recordSwitch(tx, context, row, after, { chain: platformChainId, target, data });
      return after;
    });
    return { stopped: presentStop(stop) };
  }

  async switchOrganization({ context }: Authorized<"ai.manage">, body: AiSwitch): Promise<AiSwitchState> {
    this.#assertMay(context, body);
    const { id, db: organizationDb } = context.organization;
    const stop = await organizationDb.write(async (db, tx) => {
      const { name } = await organization.lockOrganization(db, id);
      const before = (await organization.findPolicy(db, id)) ?? notStopped;
      const after = this.#next(before, body);
      await organization.saveOrganizationSwitch(db, id, after);
      recordSwitch(tx, context, before, after, {
        chain: id,
        target: { type: "organization", id, display: name },
        data: { scope: "organization" },
      });
      return after;
    });
    return { stopped: presentStop(stop) };
  }

  /** Stops or resumes the AI use of a member. Errors: 404 for a user who is not a member. */
  async switchPerson(
    { context }: Authorized<"ai.manage">,
    personId: string,
    body: AiSwitch,
  ): Promise<AiSwitchState> {
    const { id, db: organizationDb } = context.organization;
    const stop = await organizationDb.write(async (db, tx) => {
      await organization.lockOrganization(db, id);
      const member = await organization.findMemberSwitch(db, id, personId);
      if (member === undefined) throw new ProblemError("NOT_FOUND");
      this.#assertMay(context, body);
      const after = this.#next(member, body);
      await organization.savePersonSwitch(db, id, personId, after);
      const display = `${member.first_name} ${member.last_name}`.trim();
      recordSwitch(tx, context, member, after, {
        chain: id,
        target: { type: "user", id: personId, display },
        data: { scope: "person" },
      });
      return after;
    });
    return { stopped: presentStop(stop) };
  }

  /** Requires a step-up for resuming. Errors: 403 STEP_UP_REQUIRED. */
  #assertMay(context: RequestContext, { stopped }: AiSwitch): void {
    if (!stopped) assertFresh(context.caller, this.#dependencies.clock.now());
  }

  /** Returns the new state of a switch. A repeated stop keeps the time of the first one and takes the newer reason. */
  #next(before: StopRow, { stopped, reason }: AiSwitch): StopRow {
    if (!stopped) return notStopped;
    return {
      stopped_at: before.stopped_at ?? this.#dependencies.clock.now(),
      stopped_reason: reason ?? before.stopped_reason,
    };
  }
}

const notStopped: StopRow = { stopped_at: null, stopped_reason: null };

/** Records the change, if there is one. A repeated stop is an event too: it ends calls that an earlier one missed. */
function recordSwitch(
  tx: WriteTransaction,
  context: RequestContext,
  before: StopRow,
  after: StopRow,
  { chain, target, data }: About,
): void {
  const isSame =
    (before.stopped_at === null) === (after.stopped_at === null) &&
    before.stopped_reason === after.stopped_reason;
  const personId = target.type === "user" && target.id !== null ? target.id : undefined;
  if (isSame) {
    if (after.stopped_at === null) return;
    const about = { organizationId: chain, data, ...(personId && { personId }) };
    return tx.record({ event: "ai.stop_repeated", ...about });
  }
  tx.record({
    ...context.auditBase(),
    organizationId: chain,
    action: after.stopped_at === null ? "ai.resumed" : "ai.stopped",
    target,
    data,
    ...(after.stopped_reason === null ? {} : { reason: after.stopped_reason }),
  });
}
