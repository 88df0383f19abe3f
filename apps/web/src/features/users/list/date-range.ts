import type { DateRange } from "../../../ui/form/date-range-form.tsx";

/** Returns the ends of `YYYY-MM-DD..YYYY-MM-DD`. */
export function rangeEnds(range: string | undefined): DateRange {
  const [from = "", to = ""] = (range ?? "").split("..");
  return { from, to };
}

/** Returns a range as text: undefined while an end is missing, null if the end precedes the start. */
export function rangeOf({ from, to }: DateRange): string | null | undefined {
  if (from === "" || to === "") return undefined;
  return from <= to ? `${from}..${to}` : null;
}
