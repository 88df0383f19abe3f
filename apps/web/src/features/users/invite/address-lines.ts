/** An address as typed, with its line number, from 1. */
export interface AddressLine {
  readonly line: number;
  readonly address: string;
}

/** Parses addresses, one per line. Skips empty lines and duplicates. Case is ignored. */
export function readAddressLines(text: string): AddressLine[] {
  const lines = new Map<string, AddressLine>();
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const address = line.trim();
    const key = address.toLowerCase();
    if (address !== "" && !lines.has(key)) lines.set(key, { line: index + 1, address });
  }
  return [...lines.values()];
}
