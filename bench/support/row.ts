/** A line of the result: a measured value and its budget. */
export type Row = {
  subject: string;
  value: number;
  unit: string;
  /** The budget. Undefined if the value is for information only. */
  budget?: { max: number } | { min: number };
  note?: string;
};

export function isWithinBudget(row: Row): boolean | undefined {
  if (row.budget === undefined) return undefined;
  return "max" in row.budget ? row.value <= row.budget.max : row.value >= row.budget.min;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[middle - 1] ?? 0, sorted[middle] ?? 0];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}
