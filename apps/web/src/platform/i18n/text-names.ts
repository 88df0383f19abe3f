/**
 * Catalogues of the layout that are always needed together: one set for every page, and one for pages of signed-in
 * users.
 */
export const layoutSets = [
  ["common", "frame"],
  ["notifications", "organizations", "roles", "shell"],
] as const;

/** Returns the layout set that contains a catalogue. */
export function layoutSetOf(catalogue: string): readonly string[] | undefined {
  return layoutSets.find((set: readonly string[]) => set.includes(catalogue));
}

/** Returns the name of the file with exactly these catalogues. */
export function bundleName(catalogues: readonly string[]): string {
  return catalogues.toSorted().join("+");
}
