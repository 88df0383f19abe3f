import { transliterate } from "@praxisportal/contract/username";

/** Returns a file name from the name of an organization: lower-case ASCII letters, digits and hyphens. */
export function fileNameOf(name: string, extension: "json" | "zip"): string {
  const words = transliterate(name)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, "");
  return `${words === "" ? "export" : words}.${extension}`;
}
