import { setTimeout } from "node:timers/promises";
import type { Clock } from "../../../platform/clock/clock.ts";
import { dayIn } from "../../../platform/clock/day-in.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import type { budgetTokens, costOf, Price } from "../../ai/metering/cost.ts";
import { type BookedUse, bookUses, type DemoPriceRow, listPrices } from "../demo-ai.platform-queries.ts";
import { dayAfter, seasonDays } from "./season-calendar.ts";
import { entriesOn, operatorEntriesOn, presentOn } from "./season-entries.ts";
import type { PastEntry, SeasonDay, SeasonOrganization } from "./season-types.ts";
import { type SeasonUse, usesOn } from "./season-uses.ts";
import * as queries from "./season.platform-queries.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  ai: { costOf: typeof costOf; budgetTokens: typeof budgetTokens };
};

/** Shortest pause between two days, in milliseconds, so that requests are not slowed down. */
const defaultPauseMs = 100;
/** Days of availability that are shown, and the day on which the portal was down for some minutes. */
const uptimeDays = 30;
const downtime = { daysBefore: 17, minutes: 12 };
/** Days generated between two live updates of open pages. */
const daysPerUpdate = 3;

/**
 * Creates the invented history of the demo: a transaction per day, which also records that the day is done. A process
 * that takes over a stopped one therefore continues with the next day.
 */
export class SeasonService {
  readonly #dependencies: Dependencies;

  constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Generates the missing days, oldest first. Pauses after each day for as long as it took, but at least `minPauseMs`.
   */
  async run(signal: AbortSignal, minPauseMs = defaultPauseMs): Promise<void> {
    if (!(await queries.isSeasonOpen(this.#dependencies.platformDb))) return;
    // Lets the portal serve its first page before.
    let pauseMs = minPauseMs * 10;
    do {
      await setTimeout(pauseMs, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      pauseMs = await this.#createDay(minPauseMs);
    } while (pauseMs >= 0);
  }

  /** Creates the next day and returns the pause after it in ms, or -1 if there is no further day. */
  async #createDay(minPauseMs: number): Promise<number> {
    const startedAt = performance.now();
    const isCreated = await this.#dependencies.platformDb.write(async (tx, db) => {
      const openSeason = await queries.lockSeason(db);
      if (openSeason === undefined) return false;
      const { anchoredAt, doneDays } = openSeason;
      const daysBefore = seasonDays - doneDays;
      const season = { day: dayAfter(dayIn("Europe/Berlin", anchoredAt), -daysBefore), daysBefore };
      const organizations = await queries.listSeasonOrganizations(db, anchoredAt);
      const prices = await listPrices(db);
      for (const organization of organizations) {
        const presentMembers = presentOn(organization, season);
        record(entriesOn(organization, season, presentMembers));
        const bookedUses = usesOn(presentMembers, season).flatMap((use) =>
          this.#booked(use, organization, prices),
        );
        await queries.rollBackIfRefused(db, () => bookUses(db, organization.id, bookedUses));
      }
      record(await operatorEntries(db, organizations, season, anchoredAt));
      const utcDay = dayAfter(anchoredAt.toISOString().slice(0, 10), -daysBefore);
      if (daysBefore < uptimeDays) await queries.recordUptime(db, utcDay, uptimeOf(daysBefore, anchoredAt));
      await queries.markDay(db, daysBefore <= 0);
      if (daysBefore % daysPerUpdate === 0)
        tx.record({
          event: "demo.season_progressed",
          organizationId: null,
          data: { done: seasonDays - daysBefore, total: seasonDays },
        });
      return true;

      function record(entries: readonly PastEntry[]): void {
        for (const { draft, at } of entries) if (at < anchoredAt) tx.recordPast(draft, at);
      }
    });
    return isCreated ? Math.max(performance.now() - startedAt, minPauseMs) : -1;
  }

  #booked(
    { model: { model, kind, prices }, ...use }: SeasonUse,
    organization: SeasonOrganization,
    rows: readonly DemoPriceRow[],
  ): BookedUse[] {
    const { costOf: cost, budgetTokens: tokens } = this.#dependencies.ai;
    const currency = organization.currency === "CHF" ? "CHF" : "EUR";
    const row = rows.find((price) => price.model === model && price.currency === currency);
    // The operator may have removed the model.
    if (row === undefined) return [];
    const { input, output, cached, audioHour } = prices[currency];
    const price: Price = {
      id: row.id,
      currency,
      inputMicro: BigInt(input),
      outputMicro: BigInt(output),
      cachedMicro: BigInt(cached),
      reasoningMicro: BigInt(output),
      audioHourMicro: BigInt(audioHour),
      upliftBasisPoints: 0,
    };
    return [
      {
        ...use,
        model,
        kind,
        localDay: dayIn(organization.timeZone, use.at),
        budgetTokens: tokens(use),
        costMicros: cost(use, price),
        currency,
        priceId: price.id,
      },
    ];
  }
}

/** Returns the minutes that the portal ran on a day in UTC, on the last one up to the first start. */
function uptimeOf(daysBefore: number, anchoredAt: Date): number {
  if (daysBefore === 0) return anchoredAt.getUTCHours() * 60 + anchoredAt.getUTCMinutes();
  return daysBefore === downtime.daysBefore ? 24 * 60 - downtime.minutes : 24 * 60;
}

async function operatorEntries(
  db: Parameters<typeof queries.findOperator>[0],
  organizations: readonly SeasonOrganization[],
  season: SeasonDay,
  until: Date,
): Promise<PastEntry[]> {
  const operator = await queries.findOperator(db);
  if (operator === undefined) return [];
  const account = {
    personId: operator.id,
    username: operator.platform_username ?? "",
    role: "super_admin",
    createdAt: new Date(0),
    until,
  };
  return operatorEntriesOn(account, organizations, season);
}
