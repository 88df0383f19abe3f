/** Faults that a test or a demonstration can switch on. */
export type Switches = {
  /** Milliseconds before each answer, or before those of some paths. */
  slow?: number | Readonly<Record<string, number>>;
  /** Closes the connection without an answer. */
  refusing?: boolean;
  /** Answers with text that is not valid JSON. */
  malformed?: boolean;
  /** Format of lists: a bare array, or `{ data: [...] }` (default). */
  shape?: "array" | "data";
  /** Answers every call with this status. */
  status?: number;
  /** Pads each answer with spaces to more than 2 MiB. It stays valid JSON. */
  oversized?: boolean;
};

export function delayMsOf({ slow = 0 }: Switches, path: string): number {
  return typeof slow === "number" ? slow : (slow[path] ?? 0);
}
