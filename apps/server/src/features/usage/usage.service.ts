import type { OrganizationUsageQuery } from "@praxisportal/contract/organizations/organization-changes.schema";
import { dayIn, daysOfPeriod, type UsagePeriod } from "@praxisportal/contract/usage/usage.rules";
import type {
  PersonUsage,
  ProviderUsage,
  Usage,
  UsageHistory,
  UsageQuery,
} from "@praxisportal/contract/usage/usage.schema";
import type { Clock } from "../../platform/clock/clock.ts";
import type { OrganizationDb } from "../../platform/db/handles.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import { presentHistory, presentPersonUsage, presentProviderUsage, presentUsage } from "./usage.presenter.ts";
import * as queries from "./usage.queries.ts";

/** Maximum number of remembered organizations. */
const placesMax = 10_000;

type Period = UsageQuery["period"];

/** AI usage of organizations, read from the daily sums that are written with each call. Errors: 404. */
export class UsageService {
  readonly #clock: Clock;
  /** Time zone and currency of organizations as last read. */
  readonly #places = new Map<string, queries.UsagePlace>();

  constructor({ clock }: { clock: Clock }) {
    this.#clock = clock;
  }

  /** Returns the usage by day, provider, model and person. */
  async get(db: OrganizationDb, period: Period): Promise<Usage> {
    // Time zone and currency rarely change: read with the remembered ones, and discard the result only if they no
    // longer match. This saves a round trip.
    const known = this.#places.get(db.organizationId);
    if (known !== undefined) {
      const frame = this.#frameIn(db, known, period);
      const rows = await queries.readUsage(db, frame, known.currency);
      const [place] = rows[3];
      if (place?.timezone === known.timezone && place.currency === known.currency) {
        return presentUsage(frame, period, rows);
      }
    }
    const frame = await this.#frame(db, period);
    if (this.#places.size >= placesMax) this.#places.clear();
    this.#places.set(db.organizationId, { timezone: frame.timezone, currency: frame.currency });
    return presentUsage(frame, period, await queries.readUsage(db, frame, frame.currency));
  }

  /** Returns the usage by day; without a range that of the current calendar month up to today. */
  async history(db: OrganizationDb, { startDate, endDate }: OrganizationUsageQuery): Promise<UsageHistory> {
    const current = await this.#frame(db, "current");
    const frame = startDate && endDate ? { ...current, startDate, endDate } : current;
    const [days, models] = await queries.readProviderUsage(db, frame, frame.currency, null);
    return presentHistory(frame, days, models);
  }

  /** Returns the usage of one provider. Errors: 404 when the provider neither exists nor was used in the period. */
  async provider(db: OrganizationDb, provider: string, period: Period): Promise<ProviderUsage> {
    const frame = await this.#frame(db, period);
    const [days, models, known] = await queries.readProviderUsage(db, frame, frame.currency, provider);
    const name = known[0]?.name ?? models[0]?.name;
    if (name === undefined) throw new ProblemError("NOT_FOUND");
    return presentProviderUsage(frame, { period, provider, name }, days, models);
  }

  /** Returns the usage of one user. The route checks their membership. */
  async person(db: OrganizationDb, userId: string, period: Period): Promise<PersonUsage> {
    const frame = await this.#frame(db, period);
    const [days, others, member] = await queries.readPersonUsage(db, frame, frame.currency, userId);
    return presentPersonUsage(frame, { period, userId, name: member[0]?.name ?? null }, days, others);
  }

  async #frame(db: OrganizationDb, period: UsagePeriod) {
    const place = await queries.findPlace(db);
    if (place === undefined) throw new ProblemError("NOT_FOUND");
    return this.#frameIn(db, place, period);
  }

  #frameIn({ organizationId }: OrganizationDb, place: queries.UsagePlace, period: UsagePeriod) {
    const range = daysOfPeriod(period, dayIn(place.timezone, this.#clock.now()));
    return { organizationId, ...place, ...range };
  }
}
