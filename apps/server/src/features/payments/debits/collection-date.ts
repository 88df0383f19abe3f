const dayMs = 86_400_000;
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
  let next = new Date(Date.parse(day) + dayMs);
  while (next.getUTCDay() === saturday || next.getUTCDay() === sunday)
    next = new Date(next.getTime() + dayMs);
  return next.toISOString().slice(0, 10);
}
