import { transliterate } from "../username.ts";

/** Returns the name of an organization as a part of a file name: lower-case ASCII letters, digits and hyphens. */
export function fileSlug(name: string): string {
  return transliterate(name)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, "");
}

/**
 * Returns the name of an exported file without its extension: what it contains, the organization, and the day of the
 * export (`2026-11-23`). `organization` is null for data of the platform.
 */
export function exportFileName(subject: string, organization: string | null, day: string): string {
  return [subject, fileSlug(organization ?? ""), day].filter((part) => part !== "").join("-");
}
