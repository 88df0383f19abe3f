/** One call of a piece of bulk work. */
export interface BulkItem {
  /** Whom or what it is about; the only thing about it that is kept. */
  readonly id: string;
  /** Idempotency-Key of its call, the same at every try: however often it is sent, it is carried out once. */
  readonly key: string;
  readonly state: "open" | "done" | "failed";
  /** What the server said to a failed one, in the language of that moment. */
  readonly reason?: string;
}

/** Many calls of the same kind, with what has become of each. */
export interface BulkWork<Kind extends string = string> {
  readonly kind: Kind;
  /** The practice in which it was begun; elsewhere it is not offered to be gone on with. */
  readonly organizationId: string;
  readonly items: readonly BulkItem[];
}

/** New work about these; nothing is sent yet. */
export function newBulkWork<Kind extends string>(
  kind: Kind,
  organizationId: string,
  ids: readonly string[],
): BulkWork<Kind> {
  const items = [...new Set(ids)].map((id) => ({ id, key: crypto.randomUUID(), state: "open" as const }));
  return { kind, organizationId, items };
}

/** How many items are in each state. */
export function bulkCounts({ items }: BulkWork): Record<BulkItem["state"], number> & { total: number } {
  const counts = { open: 0, done: 0, failed: 0, total: items.length };
  for (const { state } of items) counts[state] += 1;
  return counts;
}

/** The same work with what has become of some items. */
export function withOutcomes<Work extends BulkWork>(work: Work, outcomes: readonly BulkItem[]): Work {
  const byId = new Map(outcomes.map((item) => [item.id, item]));
  return { ...work, items: work.items.map((item) => byId.get(item.id) ?? item) };
}
