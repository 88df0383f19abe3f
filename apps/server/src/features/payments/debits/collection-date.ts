import { addDays } from "../../../directory/plan-charges/days.ts";

const saturday = 6;
const sunday = 0;

/**
 * Returns the day on which a debit is collected: the announced one, but not before the next working day, which banks
 * need. Days as `YYYY-MM-DD`.
 */
export function collectionDateOf(announced: string, today: string): string {
  const earliest = nextWorkingDay(today);
  return announced > earliest ? announced : earliest;
}

/** Banks move a collection on one of their holidays by themselves. */
function nextWorkingDay(day: string): string {
  let next = addDays(day, 1);
  while (isWeekend(next)) next = addDays(next, 1);
  return next;
}

function isWeekend(day: string): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday === saturday || weekday === sunday;
}
