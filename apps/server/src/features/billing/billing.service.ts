import type {
  BillingExportQuery,
  BillingHistory,
  Costs,
} from "@praxisportal/contract/billing/billing.schema";
import { dateInTimeZone, periodRange } from "@praxisportal/contract/usage/usage.rules";
import type { UsageQuery } from "@praxisportal/contract/usage/usage.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import { FileResponse } from "../../platform/http/calls/file-response.ts";
import { csvOf, jsonOf } from "../../platform/http/list-files.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Authorized } from "../../platform/request-context/authorized.ts";
import { findUsageLocale } from "../../directory/usage-locale.queries.ts";
import type { UsageService } from "../usage/usage.service.ts";
import { callColumns } from "./billing-export.ts";
import { presentCosts, presentMonths } from "./billing.presenter.ts";
import { readCalls, readMonths } from "./billing.queries.ts";

export type BillingDependencies = {
  db: IdentityDb;
  reports: ReportDb;
  clock: Clock;
  usage: Pick<UsageService, "get">;
};

/** The AI costs of an organization. Errors: 404. */
export class BillingService {
  readonly #dependencies: BillingDependencies;

  constructor(dependencies: BillingDependencies) {
    this.#dependencies = dependencies;
  }

  async costs(db: OrganizationDb, period: UsageQuery["period"]): Promise<Costs> {
    return presentCosts(await this.#dependencies.usage.get(db, period));
  }

  /** Returns the costs of the latest `limit` months with usage. */
  history(db: OrganizationDb, limit: number): Promise<BillingHistory> {
    return this.#dependencies.reports.organization(db, async (reportDb) => {
      const [{ today }, months] = await Promise.all([this.#locale(reportDb), readMonths(reportDb, limit)]);
      return presentMonths(months, today);
    });
  }

  /** Returns the calls of a period as a file. The export is audited before the first call is sent. */
  async export(
    { context }: Authorized<"billing.export">,
    { period, format }: BillingExportQuery,
  ): Promise<FileResponse> {
    const { organization, origin } = context;
    const { timezone, today } = await this.#locale(organization.db);
    const range = periodRange(period, today);
    await this.#dependencies.db.write(async (tx) => {
      tx.record({
        ...context.auditBase(),
        organizationId: organization.id,
        action: "billing.exported",
        target: { type: "organization", id: organization.id },
        reason: `${format} ${range.startDate}..${range.endDate}`,
      });
    });
    const calls = readCalls(organization.db, range);
    const name = `ai-usage-${range.startDate}-${range.endDate}.${format}`;
    return format === "json"
      ? new FileResponse(name, "application/json; charset=utf-8", jsonOf(calls))
      : new FileResponse(
          name,
          "text/csv; charset=utf-8",
          csvOf(calls, callColumns(origin.language, timezone), origin.language),
        );
  }

  async #locale(db: OrganizationDb) {
    const locale = await findUsageLocale(db);
    if (locale === undefined) throw new ProblemError("NOT_FOUND");
    return {
      timezone: locale.timezone,
      today: dateInTimeZone(locale.timezone, this.#dependencies.clock.now()),
    };
  }
}
