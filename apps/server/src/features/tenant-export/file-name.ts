import { fileSlug } from "@praxisportal/contract/tenant-export/file-name.rules";

/** Returns the name of the file with all data of an organization. */
export function fileNameOf(name: string, extension: "json" | "zip"): string {
  return `${fileSlug(name) || "export"}.${extension}`;
}
