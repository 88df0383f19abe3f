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
  /** End of their sign-ins, when they are blocked or their organization is suspended. */
  until: Date;
};

/** An invented sign-in. */
export type SignIn = {
  at: Date;
  /** Time of the sign-out, or null if the session expired. */
  endsAt: Date | null;
  /** Whether an attempt with a mistyped password preceded it. */
  isSecondAttempt: boolean;
};

/** Weekdays with consultation hours in the afternoon: Monday, Tuesday and Thursday. */
const longDays: ReadonlySet<number> = new Set([1, 2, 4]);
const hour = 60;

/** Returns the sign-ins of a member on a day, in their order. */
export function signInsOn(member: SeasonMember, day: string, daysBefore: number, place: Place): SignIn[] {
  const roll = (key: string) => chance(member.username, day, key);
  const share = 0.7 + 0.3 * chance(member.username, "share");
  if (roll("present") >= workload(day, daysBefore, place.country) * share) return [];
  const stay = (from: number, to: number, part: string): SignIn => ({
    at: momentOn(day, from, place.timeZone),
    endsAt: roll(`${part} end`) < 0.75 ? momentOn(day, to, place.timeZone) : null,
    isSecondAttempt: roll(`${part} mistyped`) < 0.05,
  });
  const begins = 7.25 * hour + roll("begins") * 1.25 * hour;
  const signIns = [stay(begins, 12.2 * hour + roll("noon") * hour, "morning")];
  if (longDays.has(weekdayOf(day)) && roll("afternoon") < 0.55)
    signIns.push(
      stay(13.9 * hour + roll("returns") * hour, 17.3 * hour + roll("evening") * hour, "afternoon"),
    );
  return signIns
    .filter(({ at }) => at > member.createdAt && at < member.until)
    .map((signIn) =>
      signIn.endsAt !== null && signIn.endsAt >= member.until ? { ...signIn, endsAt: null } : signIn,
    );
}

/** Returns the time of a member's last sign-in before the demo was started, or null if there was none in the season. */
export function lastSignIn(member: SeasonMember, today: string, place: Place): Date | null {
  for (let daysBefore = 0; daysBefore <= seasonDays; daysBefore += 1) {
    const last = signInsOn(member, dayAfter(today, -daysBefore), daysBefore, place).at(-1);
    if (last !== undefined) return last.at;
  }
  return null;
}
