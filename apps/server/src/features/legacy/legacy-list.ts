import { type PageQuery, paginationFor, type SortOrder } from "@praxisportal/contract/pagination";

const collator = new Intl.Collator("de", { numeric: true });

type ListQuery<Field extends string> = PageQuery & {
  search?: string | undefined;
  sortBy: Field;
  sortOrder: SortOrder;
};

type ListShape<Field extends string> = {
  searchFields: readonly Field[];
  /** Order of rows with the same value in the sorted field. */
  thenBy: readonly Field[];
};

/**
 * Returns the requested page of rows. All words of the search must occur in the searched fields, regardless of case
 * and accents. Rows without a value in the sorted field come last in both directions.
 */
export function findPage<Field extends string, Row extends Readonly<Record<Field, string | null>>>(
  rows: readonly Row[],
  query: ListQuery<Field>,
  { searchFields, thenBy }: ListShape<Field>,
) {
  const { search = "", sortBy, sortOrder, page, limit } = query;
  const words = fold(search).split(/\s+/u).filter(Boolean);
  const matches = rows.filter((row) => {
    if (words.length === 0) return true;
    const text = fold(searchFields.map((field) => row[field] ?? "").join(" "));
    return words.every((word) => text.includes(word));
  });
  const direction = sortOrder === "asc" ? 1 : -1;
  const sorted = matches.toSorted(
    (left, right) =>
      compare(left[sortBy], right[sortBy], direction) ||
      thenBy.reduce((order, field) => order || compare(left[field], right[field], 1), 0),
  );
  return {
    data: sorted.slice((page - 1) * limit, page * limit),
    pagination: paginationFor({ page, limit }, matches.length),
  };
}

function compare(left: string | null, right: string | null, direction: 1 | -1): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  return direction * collator.compare(left, right);
}

/** Removes case and accents: "Müßig" becomes "mussig". */
function fold(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll("ß", "ss");
}
