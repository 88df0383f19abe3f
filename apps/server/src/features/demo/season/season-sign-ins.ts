import {
  chance,
  dayAfter,
  momentOn,
  type Place,
  seasonDays,
  weekdayOf,
  workload,
} from "./season-calendar.ts";

/** A member whose sign-ins are invented. */
export type SeasonMember = {
  username: string;
  createdAt: Date;
  /** They do not sign in from here on: they are blocked, or their organization is suspended. */
  until: Date;
};

/** An invented sign-in. */
export type SignIn = {
  at: Date;
  /** When they signed out; null if the session expired. */
  endsAt: Date | null;
  /** They mistyped their password first. */
  isSecondAttempt: boolean;
};

/** Weekdays with consultation hours in the afternoon: Monday, Tuesday and Thursday. */
const longDays: ReadonlySet<number> = new Set([1, 2, 4]);
const hour = 60;

/** Returns the sign-ins of a member on a day, in their order. */
export function signInsOn(member: SeasonMember, day: string, daysBefore: number, place: Place): SignIn[] {
  const of = (what: string) => chance(member.username, day, what);
  const share = 0.7 + 0.3 * chance(member.username, "share");
  if (of("present") >= workload(day, daysBefore, place.country) * share) return [];
  const make = (from: number, to: number, what: string): SignIn => ({
    at: momentOn(day, from, place.timeZone),
    endsAt: of(`${what} end`) < 0.75 ? momentOn(day, to, place.timeZone) : null,
    isSecondAttempt: of(`${what} mistyped`) < 0.05,
  });
  const begins = 7.25 * hour + of("begins") * 1.25 * hour;
  const signIns = [make(begins, 12.2 * hour + of("noon") * hour, "morning")];
  if (longDays.has(weekdayOf(day)) && of("afternoon") < 0.55)
    signIns.push(make(13.9 * hour + of("returns") * hour, 17.3 * hour + of("evening") * hour, "afternoon"));
  return signIns
    .filter(({ at }) => at > member.createdAt && at < member.until)
    .map((signIn) =>
      signIn.endsAt !== null && signIn.endsAt >= member.until ? { ...signIn, endsAt: null } : signIn,
    );
}

/** Returns when a member signed in last before the demo was started; null if never in the season. */
export function lastSignIn(member: SeasonMember, today: string, place: Place): Date | null {
  for (let daysBefore = 0; daysBefore <= seasonDays; daysBefore += 1) {
    const last = signInsOn(member, dayAfter(today, -daysBefore), daysBefore, place).at(-1);
    if (last !== undefined) return last.at;
  }
  return null;
}
