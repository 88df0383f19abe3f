/**
 * Returns every n-th row from the i-th on for `--shard i/n`, or all rows without it. Throws when the format is invalid.
 */
export function shardOf<Row>(rows: readonly Row[], shard: string | undefined): readonly Row[] {
  if (shard === undefined) return rows;
  const [index = Number.NaN, count = Number.NaN] = (/^\d+\/\d+$/.exec(shard)?.[0] ?? "")
    .split("/")
    .map(Number);
  if (!(index >= 1 && index <= count)) throw new Error(`--shard ${shard}: expected i/n, such as 1/2`);
  return rows.filter((_row, at) => at % count === index - 1);
}
