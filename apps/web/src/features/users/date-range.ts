/** Two calendar dates, both included; an empty text is an open end while one still chooses. */
export interface DateRangeDraft {
  readonly from: string;
  readonly to: string;
}

/** The ends of `YYYY-MM-DD..YYYY-MM-DD`. */
export function rangeEnds(range: string | undefined): DateRangeDraft {
  const [from = "", to = ""] = (range ?? "").split("..");
  return { from, to };
}

/**
 * The range of a draft: undefined while an end is missing, null when the end lies before the start.
 */
export function rangeOf({ from, to }: DateRangeDraft): string | null | undefined {
  if (from === "" || to === "") return undefined;
  return from <= to ? `${from}..${to}` : null;
}
