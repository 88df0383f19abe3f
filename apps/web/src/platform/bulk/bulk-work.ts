/** One call of a bulk operation. */
export interface BulkItem {
  /** Id of the subject, which is the only stored detail about it. */
  readonly id: string;
  /** Idempotency-Key of its call, the same for every attempt, so that it is executed only once. */
  readonly key: string;
  readonly state: "open" | "done" | "failed";
  /** The server's message for a failed item, in the language at that time. */
  readonly reason?: string;
}

/** Calls of the same kind with their outcomes. */
export interface BulkWork<Kind extends string = string> {
  /** Sent with each call, so that histories show them as one operation. */
  readonly id: string;
  readonly kind: Kind;
  /** The organization in which the work was started. It can be resumed only there. */
  readonly organizationId: string;
  readonly items: readonly BulkItem[];
}

/** Creates bulk work for these ids, without sending anything. */
export function newBulkWork<Kind extends string>(
  kind: Kind,
  organizationId: string,
  ids: readonly string[],
): BulkWork<Kind> {
  const items = [...new Set(ids)].map((id) => ({ id, key: crypto.randomUUID(), state: "open" as const }));
  return { id: crypto.randomUUID(), kind, organizationId, items };
}

/** Counts the items by state. */
export function bulkCounts({ items }: BulkWork): Record<BulkItem["state"], number> & { total: number } {
  const counts = { open: 0, done: 0, failed: 0, total: items.length };
  for (const { state } of items) counts[state] += 1;
  return counts;
}

/** Returns the work with updated outcomes. */
export function withOutcomes<Work extends BulkWork>(work: Work, outcomes: readonly BulkItem[]): Work {
  const byId = new Map(outcomes.map((item) => [item.id, item]));
  return { ...work, items: work.items.map((item) => byId.get(item.id) ?? item) };
}
