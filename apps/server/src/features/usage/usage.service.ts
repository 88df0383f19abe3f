import type { OrganizationUsageQuery } from "@praxisportal/contract/organizations/organization-changes.schema";
import { dateInTimeZone, periodRange, type UsagePeriod } from "@praxisportal/contract/usage/usage.rules";
import type {
  PersonUsage,
  ProviderUsage,
  Usage,
  UsageHistory,
  UsageQuery,
} from "@praxisportal/contract/usage/usage.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import type { ReportDb } from "../../platform/db/reports/report-db.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { presentHistory, presentPersonUsage, presentProviderUsage, presentUsage } from "./usage.presenter.ts";
import * as queries from "./usage.queries.ts";
import { type UsageLocale, findUsageLocale } from "../../directory/usage-locale.queries.ts";

/** Maximum number of remembered organizations. */
const localesMax = 10_000;

type Period = UsageQuery["period"];

/** Reads the AI usage of organizations from the daily sums that are written with each call. Errors: 404. */
export class UsageService {
  readonly #clock: Clock;
  readonly #reports: ReportDb;
  /** Most recently read time zone and currency of each organization. */
  readonly #locales = new Map<string, UsageLocale>();

  constructor({ clock, reports }: { clock: Clock; reports: ReportDb }) {
    this.#clock = clock;
    this.#reports = reports;
  }

  /** Returns the usage by day, provider, model and person. */
  async get(db: OrganizationDb, period: Period): Promise<Usage> {
    // Time zone and currency rarely change. Reading with the remembered ones, and discarding the result only if they
    // no longer match, saves a round trip.
    const cached = this.#locales.get(db.organizationId);
    if (cached !== undefined) {
      const reportContext = this.#contextIn(db, cached, period);
      const rows = await queries.readUsage(db, reportContext, cached.currency);
      const [locale] = rows[3];
      if (locale?.timezone === cached.timezone && locale.currency === cached.currency) {
        return presentUsage(reportContext, period, rows);
      }
    }
    const reportContext = await this.#context(db, period);
    if (this.#locales.size >= localesMax) this.#locales.clear();
    this.#locales.set(db.organizationId, {
      timezone: reportContext.timezone,
      currency: reportContext.currency,
    });
    return presentUsage(
      reportContext,
      period,
      await queries.readUsage(db, reportContext, reportContext.currency),
    );
  }

  /** Returns the usage by day. Without a range, the period is the current calendar month up to today. */
  history(db: OrganizationDb, query: OrganizationUsageQuery): Promise<UsageHistory> {
    return this.#reports.organization(db, (reportDb) => this.#history(reportDb, query));
  }

  async #history(db: OrganizationDb, { startDate, endDate }: OrganizationUsageQuery): Promise<UsageHistory> {
    const current = await this.#context(db, "current");
    const reportContext = startDate && endDate ? { ...current, startDate, endDate } : current;
    const [days, models] = await queries.readProviderUsage(db, reportContext, reportContext.currency, null);
    return presentHistory(reportContext, days, models);
  }

  /** Returns the usage of one provider. Errors: 404 when the provider neither exists nor was used in the period. */
  async provider(db: OrganizationDb, provider: string, period: Period): Promise<ProviderUsage> {
    const reportContext = await this.#context(db, period);
    const [days, models, known] = await queries.readProviderUsage(
      db,
      reportContext,
      reportContext.currency,
      provider,
    );
    const name = known[0]?.name ?? models[0]?.name;
    if (name === undefined) throw new ProblemError("NOT_FOUND");
    return presentProviderUsage(reportContext, { period, provider, name }, days, models);
  }

  /** Returns the usage of one user. The route checks their membership. */
  async person(db: OrganizationDb, userId: string, period: Period): Promise<PersonUsage> {
    const reportContext = await this.#context(db, period);
    const [days, others, member] = await queries.readPersonUsage(
      db,
      reportContext,
      reportContext.currency,
      userId,
    );
    return presentPersonUsage(reportContext, { period, userId, name: member[0]?.name ?? null }, days, others);
  }

  async #context(db: OrganizationDb, period: UsagePeriod) {
    const locale = await findUsageLocale(db);
    if (locale === undefined) throw new ProblemError("NOT_FOUND");
    return this.#contextIn(db, locale, period);
  }

  #contextIn({ organizationId }: OrganizationDb, locale: UsageLocale, period: UsagePeriod) {
    const range = periodRange(period, dateInTimeZone(locale.timezone, this.#clock.now()));
    return { organizationId, ...locale, ...range };
  }
}
