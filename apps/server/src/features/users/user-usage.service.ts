import { dateInTimeZone, type DayRange, periodRange } from "@praxisportal/contract/usage/usage.rules";
import type { UserUsage } from "@praxisportal/contract/users/transfer.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { DaySums } from "../usage/usage.queries.ts";
import { findUsageLocale } from "../../directory/usage-locale.queries.ts";

export type UserUsageDependencies = {
  clock: Clock;
  readPersonUsage: (
    db: OrganizationDb,
    range: DayRange,
    currency: string,
    personId: string,
  ) => Promise<readonly [DaySums[], ...unknown[]]>;
};

/** Reads the usage of a person in an organization. */
export class UserUsageService {
  readonly #dependencies: UserUsageDependencies;

  constructor(dependencies: UserUsageDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns a person's totals over a period of days, zero if nothing was booked. Errors: 404. */
  async read(db: OrganizationDb, userId: string, period: UserUsage["period"]): Promise<UserUsage> {
    const locale = await findUsageLocale(db);
    if (locale === undefined) throw new ProblemError("NOT_FOUND");
    const range = periodRange(period, dateInTimeZone(locale.timezone, this.#dependencies.clock.now()));
    const [days] = await this.#dependencies.readPersonUsage(db, range, locale.currency, userId);
    const sum = (field: "calls" | "input" | "output" | "cost") =>
      days.reduce((total, day) => total + Number(day[field]), 0);
    return {
      userId,
      organizationId: db.organizationId,
      period,
      currency: locale.currency as UserUsage["currency"],
      totals: {
        requests: sum("calls"),
        inputTokens: sum("input"),
        outputTokens: sum("output"),
        costMicros: sum("cost"),
      },
    };
  }
}
