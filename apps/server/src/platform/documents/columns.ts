import { left, type Sheet, type Structure } from "./sheet.ts";

type Column = { x: number; width: number; align: "left" | "right" };
export type Columns<Name extends string> = Readonly<Record<Name, Column>>;

/** Returns columns of the given widths side by side. A negative width aligns the column to the right. */
export function columnsOf<Name extends string>(widths: Readonly<Record<Name, number>>): Columns<Name> {
  let x = left;
  const columns: Partial<Record<Name, Column>> = {};
  for (const name of namesOf(widths)) {
    const width = Math.abs(widths[name]);
    columns[name] = { x, width, align: widths[name] < 0 ? "right" : "left" };
    x += width;
  }
  return columns as Columns<Name>;
}

const headStyle = { size: 8.5, isBold: true, color: "muted" } as const;
const headHeight = 14;

/** Writes a table whose head is repeated on each page. The repetition is marked as decoration. */
export class TableWriter<Name extends string> {
  readonly #sheet: Sheet;
  readonly #columns: Columns<Name>;
  readonly #head: Readonly<Record<Name, string>>;
  readonly #table: Structure;

  constructor(sheet: Sheet, columns: Columns<Name>, head: Readonly<Record<Name, string>>) {
    this.#sheet = sheet;
    this.#columns = columns;
    this.#head = head;
    sheet.ensure(headHeight + 40);
    this.#table = sheet.section("Table");
    const row = sheet.section("TR", this.#table);
    for (const name of namesOf(columns)) {
      sheet.text(head[name], { ...columns[name], y: sheet.y }, headStyle, "TH", row);
    }
    row.end();
    this.#endHead();
  }

  /** Begins a row of the given height, on the next page if it does not fit on this one. */
  row(height: number): Structure {
    if (this.#sheet.ensure(height)) {
      const { y } = this.#sheet;
      for (const name of namesOf(this.#columns)) {
        this.#sheet.decorationText(this.#head[name], { ...this.#columns[name], y }, headStyle);
      }
      this.#endHead();
    }
    return this.#sheet.section("TR", this.#table);
  }

  end(): void {
    this.#table.end();
  }

  #endHead(): void {
    this.#sheet.y += headHeight;
    this.#sheet.line(this.#sheet.y, undefined, undefined, "strong", 0.9);
    this.#sheet.y += 8;
  }
}

function namesOf<Name extends string>(record: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(record) as Name[];
}
