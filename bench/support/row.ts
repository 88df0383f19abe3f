/** One line of the result: what was measured and the budget it is held against. */
export type Row = {
  subject: string;
  value: number;
  unit: string;
  /** The budget; undefined means for information only. */
  must?: { max: number } | { min: number };
  note?: string;
};

export function holds(row: Row): boolean | undefined {
  if (row.must === undefined) return undefined;
  return "max" in row.must ? row.value <= row.must.max : row.value >= row.must.min;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}
