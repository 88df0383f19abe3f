/** Returns the field of a column: `firstName` of `first_name`. */
export function fieldOf(column: string): string {
  return column.replaceAll(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());
}
