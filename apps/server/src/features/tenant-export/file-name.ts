const germanLetters: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", ß: "ss" };

/** Returns a file name from the name of an organization: lower-case ASCII letters, digits and hyphens. */
export function fileNameOf(name: string, extension: "json" | "zip"): string {
  const words = name
    .toLowerCase()
    .normalize("NFC")
    .replaceAll(/[äöüß]/g, (letter) => germanLetters[letter] ?? letter)
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, "");
  return `${words === "" ? "export" : words}.${extension}`;
}
