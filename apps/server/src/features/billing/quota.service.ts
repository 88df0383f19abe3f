import type { ChangedQuota, ChangeQuota, Quota } from "@praxisportal/contract/billing/billing.schema";
import { quotaMaxPeopleListed } from "@praxisportal/contract/limits";
import { dateInTimeZone, type DayRange, lastDayOfMonth } from "@praxisportal/contract/usage/usage.rules";
import type { AuditDraft } from "../../platform/audit/audit-record.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { assertFresh } from "../../platform/request-context/fresh-proof.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { type UsageLocale, findUsageLocale } from "../../directory/usage-locale.queries.ts";
import { maySeePeople } from "./billing.policy.ts";
import { allowsMore, applyChange, type Limits, noBalance, type QuotaInput } from "./quota.policy.ts";
import {
  presentAffected,
  presentQuota,
  quotaInputOf,
  planLimitAndLedgerOf,
  type QuotaContext,
} from "./quota.presenter.ts";
import * as queries from "./quota.queries.ts";

export type QuotaDependencies = {
  clock: Clock;
};

type Versioned = QuotaInput & { version: number };

/** Limits of an organization and its members, and this month's usage against them. */
export class QuotaService {
  readonly #dependencies: QuotaDependencies;

  constructor(dependencies: QuotaDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Returns the used, held and remaining amounts. Members are included only if the caller may see the usage of others.
   * So is the ledger, and only if requested, because it reads all calls of the month. Errors: 404.
   */
  async get(context: RequestContext, { ledger }: { ledger: boolean }): Promise<Quota> {
    const { db } = context.organization;
    const { locale, month } = await this.#month(db);
    const seesPeople = maySeePeople(context.principal);
    const [rows, self] = await Promise.all([
      queries.readQuota(db, {
        ...scopeOf(db, month),
        people: seesPeople ? quotaMaxPeopleListed : { id: context.caller.personId },
        ledger: ledger && seesPeople,
      }),
      this.#self(context, month),
    ]);
    const quota = quotaInputOf(rows);
    const quotaContext = {
      ...contextOf(db, month, locale),
      version: quota.version,
      self,
      seesPeople,
      ...planLimitAndLedgerOf(rows),
    };
    return presentQuota(quota, quotaContext);
  }

  /**
   * Changes limits, or with `dryRun` only returns the effect. A change that lets anyone spend more requires a
   * step-up. Errors: 404, even for a user of another organization; 412; 403 STEP_UP_REQUIRED.
   */
  async change(
    { context }: Authorized<"billing.changeQuota">,
    change: ChangeQuota,
    { dryRun, ifMatch }: { dryRun: boolean; ifMatch: string | undefined },
  ): Promise<ChangedQuota> {
    const { db } = context.organization;
    const { locale, month } = await this.#month(db);
    const outcome = await db.write(async (builder, tx) => {
      if (!dryRun) await queries.lockPolicy(builder, db.organizationId);
      const scope = { ...scopeOf(db, month), people: "all" as const, ledger: true };
      const rows = await tx.sendIn<queries.QuotaRow>(db.organizationId, (statements) =>
        queries.quotaStatements(statements, scope),
      );
      const before = quotaInputOf(rows);
      if (ifMatch !== undefined && Number(ifMatch) !== before.version) {
        throw new ProblemError("PRECONDITION_FAILED");
      }
      const completeQuota = await withNamed(before, change, (ids) =>
        queries.findMembers(builder, db.organizationId, ids).execute(),
      );
      const after = applyChange(completeQuota, change);
      const drafts = differences(completeQuota, after, context);
      if (!dryRun && drafts.length > 0) {
        if (allowsMore(completeQuota, after)) assertFresh(context.caller, this.#dependencies.clock.now());
        await queries.storeLimits(builder, db.organizationId, {
          ...after,
          people: after.people
            .filter((person, index) => !isSame(person.ownLimits, completeQuota.people[index]?.ownLimits))
            .map(({ userId, ownLimits }) => ({ userId, ...ownLimits })),
        });
        for (const draft of drafts) tx.record(draft);
      }
      const isStored = !dryRun && drafts.length > 0;
      return {
        before: completeQuota,
        after,
        surroundings: planLimitAndLedgerOf(rows),
        version: before.version + (isStored ? 1 : 0),
      };
    });
    const { personId } = context.caller;
    const quotaContext: QuotaContext = {
      ...contextOf(db, month, locale),
      version: outcome.version,
      self: outcome.after.people.find((person) => person.userId === personId) ?? emptyQuotaOf(personId, null),
      seesPeople: maySeePeople(context.principal),
      ...outcome.surroundings,
    };
    return {
      ...presentQuota(outcome.after, quotaContext),
      dryRun,
      affected: presentAffected(outcome.before, outcome.after),
    };
  }

  async #self({ caller, organization: { db } }: RequestContext, month: DayRange) {
    const scope = { ...scopeOf(db, month), people: { id: caller.personId }, ledger: false };
    const [self] = quotaInputOf(await queries.readQuota(db, scope)).people;
    return self ?? emptyQuotaOf(caller.personId, null);
  }

  async #month(db: OrganizationDb) {
    const locale = await findUsageLocale(db);
    if (locale === undefined) throw new ProblemError("NOT_FOUND");
    const today = dateInTimeZone(locale.timezone, this.#dependencies.clock.now());
    return { locale, month: { startDate: `${today.slice(0, 7)}-01`, endDate: lastDayOfMonth(today) } };
  }
}

const scopeOf = ({ organizationId }: OrganizationDb, month: DayRange) => ({
  organizationId,
  period: month.startDate,
});

const contextOf = ({ organizationId }: OrganizationDb, month: DayRange, { currency }: UsageLocale) => ({
  organizationId,
  month,
  currency,
});

const noLimits: Limits = { limit: null, limitMicros: null };
const emptyQuotaOf = (userId: string, name: string | null) => ({
  userId,
  name,
  ownLimits: noLimits,
  balance: noBalance,
});

/**
 * Adds the members named in a change who have neither usage nor a limit. Errors: 404 for a user who is not a member.
 */
async function withNamed(
  quota: Versioned,
  change: ChangeQuota,
  findMembers: (ids: readonly string[]) => Promise<{ person_id: string; name: string | null }[]>,
): Promise<QuotaInput> {
  const ids = [...new Set(change.people?.map((person) => person.userId))];
  if (ids.length === 0) return quota;
  const members = await findMembers(ids);
  if (members.length < ids.length) throw new ProblemError("NOT_FOUND");
  const knownIds = new Set(quota.people.map((person) => person.userId));
  const addedPeople = members
    .filter((member) => !knownIds.has(member.person_id))
    .map((member) => emptyQuotaOf(member.person_id, member.name));
  return { ...quota, people: [...quota.people, ...addedPeople] };
}

function isSame(left: Limits, right: Limits | undefined): boolean {
  return left.limit === right?.limit && left.limitMicros === right.limitMicros;
}

/** Returns one audit entry for the limits of the organization, and one for each member whose own limits changed. */
function differences(before: QuotaInput, after: QuotaInput, context: RequestContext): AuditDraft[] {
  const { id, name } = context.organization;
  const entry = { ...context.auditBase(), organizationId: id, action: "billing.quota_changed" as const };
  const organization = {
    ...changesOf(before.organization, after.organization, ["limit", "limitMicros"]),
    ...changesOf(before.memberDefault, after.memberDefault, ["personLimit", "personLimitMicros"]),
  };
  const people = after.people.flatMap((person, index) => {
    const changes = changesOf(before.people[index]?.ownLimits ?? noLimits, person.ownLimits, [
      "limit",
      "limitMicros",
    ]);
    const target = { type: "user" as const, id: person.userId, display: person.name ?? "" };
    return Object.keys(changes).length === 0 ? [] : [{ ...entry, target, changes }];
  });
  const target = { type: "organization" as const, id, display: name };
  return [
    ...(Object.keys(organization).length === 0 ? [] : [{ ...entry, target, changes: organization }]),
    ...people,
  ];
}

function changesOf(old: Limits, now: Limits, [tokens, micros]: readonly [string, string]) {
  return {
    ...(old.limit !== now.limit && { [tokens]: [old.limit, now.limit] as [number | null, number | null] }),
    ...(old.limitMicros !== now.limitMicros && {
      [micros]: [old.limitMicros, now.limitMicros] as [number | null, number | null],
    }),
  };
}
