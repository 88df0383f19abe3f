import {
  type AppliedLimits,
  type ChangeLimits,
  tenantLimitNames,
  type TenantUsage,
  type TenantUsageQuery,
} from "@praxisportal/contract/tenants/plans.schema";
import { dateInTimeZone, periodRange, lastDayOfMonth } from "@praxisportal/contract/usage/usage.rules";
import { changeLimits } from "../../../directory/limits/change-limits.ts";
import { entitlementsIn } from "../../../directory/entitlements.queries.ts";
import { findUsageLocale } from "../../../directory/usage-locale.queries.ts";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { IdentityDb, OrganizationDb } from "../../../platform/db/handles.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { assertFresh } from "../../../platform/request-context/fresh-proof.ts";
import type { Usage } from "../../usage/create-usage.ts";
import { bytesPerGB, presentLimits, presentTenantUsage } from "./plans.presenter.ts";
import * as queries from "./limits.queries.ts";

type Dependencies = { db: IdentityDb; clock: Clock; usage: Pick<Usage, "readUsageDays"> };

/** Reads and changes the limits of organizations, and reads their usage. */
export class LimitService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  async limits(db: OrganizationDb): Promise<AppliedLimits> {
    return presentLimits(entitlementsIn(await queries.readLimits(db)));
  }

  /** Returns the usage of the calendar month and of each day in the period. Errors: 404. */
  async usage(db: OrganizationDb, { period }: TenantUsageQuery): Promise<TenantUsage> {
    const locale = await findUsageLocale(db);
    if (locale === undefined) throw new ProblemError("NOT_FOUND");
    const today = dateInTimeZone(locale.timezone, this.#dependencies.clock.now());
    const month = { startDate: `${today.slice(0, 7)}-01`, endDate: lastDayOfMonth(today) };
    const range = periodRange(period, today);
    const [use, days] = await Promise.all([
      queries.readUse(db, month.startDate),
      this.#dependencies.usage.readUsageDays(db, range, locale.currency),
    ]);
    return presentTenantUsage(use, month, range, days);
  }

  /** Changes the limits of an organization. Errors: 403 STEP_UP_REQUIRED, 404. */
  async changeLimits(
    { context }: Authorized<"tenants.changeLimits">,
    { maxUsers, monthlyTokens, storageGB }: ChangeLimits,
  ): Promise<AppliedLimits> {
    assertFresh(context.caller, this.#dependencies.clock.now());
    const { id } = context.organization;
    return this.#dependencies.db.write(async (tx) => {
      const name = await queries.lockName(tx, id);
      if (name === undefined) throw new ProblemError("NOT_FOUND");
      const change = await changeLimits(tx, id, () =>
        queries.storeLimits(tx, id, {
          ...(maxUsers !== undefined && { max_users: maxUsers }),
          ...(monthlyTokens !== undefined && { monthly_tokens: monthlyTokens }),
          ...(storageGB !== undefined && { storage_bytes: storageGB && storageGB * bytesPerGB }),
        }),
      );
      const [before, after] = [presentLimits(change.before), presentLimits(change.after)];
      const changes = changedLimits(before, after);
      if (Object.keys(changes).length > 0) {
        tx.record({
          ...context.auditBase(),
          organizationId: id,
          action: "organization.limits_changed",
          target: { type: "organization", id, display: name },
          changes,
        });
      }
      return after;
    });
  }
}

/** Returns the values of the limits whose value or source changed. */
function changedLimits(before: AppliedLimits, after: AppliedLimits) {
  const changedNames = tenantLimitNames.filter(
    (name) => before[name] !== after[name] || before.sources[name] !== after.sources[name],
  );
  return Object.fromEntries(changedNames.map((name) => [name, [before[name], after[name]] as const]));
}
