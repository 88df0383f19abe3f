/** One address as it was typed, with the number of its line, from 1. */
export interface AddressLine {
  readonly line: number;
  readonly address: string;
}

/**
 * Reads addresses, one per line. Empty lines are skipped, and an address that stands there twice counts once, whatever
 * its capitals.
 */
export function readAddressLines(text: string): AddressLine[] {
  const found = new Map<string, AddressLine>();
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const address = line.trim();
    const key = address.toLowerCase();
    if (address !== "" && !found.has(key)) found.set(key, { line: index + 1, address });
  }
  return [...found.values()];
}
