/** Two calendar dates, both inclusive; an empty string while not chosen yet. */
export interface DateRangeDraft {
  readonly from: string;
  readonly to: string;
}

/** Returns the ends of `YYYY-MM-DD..YYYY-MM-DD`. */
export function rangeEnds(range: string | undefined): DateRangeDraft {
  const [from = "", to = ""] = (range ?? "").split("..");
  return { from, to };
}

/** Returns the draft's range: undefined while an end is missing, null if the end precedes the start. */
export function rangeOf({ from, to }: DateRangeDraft): string | null | undefined {
  if (from === "" || to === "") return undefined;
  return from <= to ? `${from}..${to}` : null;
}
