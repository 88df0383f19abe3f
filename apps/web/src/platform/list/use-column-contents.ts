import { useFormat } from "../i18n/use-format.ts";
import type { ListColumn } from "./list-column.ts";

/** A column with its content in the formats that the list needs. */
export interface ColumnContent<Row> {
  readonly column: ListColumn<Row>;
  readonly display: (row: Row) => string;
  /** Content for spreadsheets: moments as ISO strings, which they can sort, and numbers without a unit. */
  readonly exportValue: (row: Row) => string | number;
  readonly sortValue: (row: Row) => string | number;
}

const microsPerCent = 10_000;

/** Shown for a missing value. */
const noValue = "–";

/** Returns functions that format the content of columns by its kind, in the language and region of the user. */
export function useColumnContents<Row>(columns: readonly ListColumn<Row>[]): readonly ColumnContent<Row>[] {
  const format = useFormat();
  return columns.map((column) => {
    if ("number" in column) {
      const { number } = column;
      return { column, display: (row) => format.number(number(row)), exportValue: number, sortValue: number };
    }
    if ("money" in column) {
      const { money } = column;
      return {
        column,
        display: (row) => {
          const { cents, currency } = money(row);
          return format.money(cents * microsPerCent, currency);
        },
        exportValue: (row) => money(row).cents / 100,
        sortValue: (row) => money(row).cents,
      };
    }
    if ("moment" in column) {
      const { moment } = column;
      return {
        column,
        display: (row) => {
          const value = moment(row);
          return value === null ? noValue : format.moment(value);
        },
        exportValue: (row) => moment(row) ?? "",
        sortValue: (row) => Date.parse(moment(row) ?? "") || 0,
      };
    }
    const { text } = column;
    return {
      column,
      display: (row) => text(row) ?? noValue,
      exportValue: (row) => text(row) ?? "",
      sortValue: (row) => text(row) ?? "",
    };
  });
}
