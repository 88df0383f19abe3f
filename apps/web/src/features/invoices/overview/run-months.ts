const monthCount = 13;
const monthsPerYear = 12;

/** Returns the months (`YYYY-MM`) from the month of `day` back to the same month of the previous year. */
export function runMonths(day: string): readonly string[] {
  const [year, month] = day.split("-").map(Number);
  const newest = (year ?? 0) * monthsPerYear + (month ?? 1) - 1;
  return Array.from({ length: monthCount }, (_, back) => {
    const index = newest - back;
    const number = (index % monthsPerYear) + 1;
    return `${Math.floor(index / monthsPerYear)}-${String(number).padStart(2, "0")}`;
  });
}

/** Returns the previous month (`YYYY-MM`). */
export function monthBefore(month: string): string {
  return runMonths(month)[1] ?? month;
}
