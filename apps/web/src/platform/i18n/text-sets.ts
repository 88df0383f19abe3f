/** The file that contains a catalogue of the layout; the build keeps them together because every page needs them. */
export const setOf: Readonly<Record<string, string>> = {
  common: "frame-set",
  frame: "frame-set",
  shell: "shell-set",
  organizations: "shell-set",
  roles: "shell-set",
  notifications: "shell-set",
};

/** Returns the name of the file with exactly these catalogues, except those of the layout. */
export function bundleName(catalogues: readonly string[]): string {
  return catalogues
    .filter((catalogue) => setOf[catalogue] === undefined)
    .toSorted()
    .join("+");
}
