import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";

/** `json`: one JSON document. `archive`: a ZIP archive with a file of lines per section. */
export const tenantExportFormats = ["json", "archive"] as const;
export type TenantExportFormat = (typeof tenantExportFormats)[number];

export const tenantExportQuery = z.strictObject({ format: z._default(z.enum(tenantExportFormats), "json") });

/** Name of the format of a tenant export. */
export const exportFormat = "praxisportal.tenant-export";

/** Version of the sections and their fields; raised when a field changes its meaning or is removed. */
export const exportSchemaVersion = 1;

/** The end of an export: what it contains, so that a cut or changed file is noticed. */
export const exportManifestSchema = z.strictObject({
  schemaVersion: z.int(),
  sections: z.array(
    z.strictObject({
      name: z.string(),
      count: z.int(),
      /** Over the rows in their order, each followed by a line feed. */
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
});
export type ExportManifest = z.output<typeof exportManifestSchema>;

/** The file `manifest.json` of an archive: what it is, and the manifest. */
export const archiveManifestSchema = z.strictObject({
  format: z.literal(exportFormat),
  organizationId: uuidSchema,
  exportedAt: z.iso.datetime(),
  ...exportManifestSchema.shape,
});
export type ArchiveManifest = z.output<typeof archiveManifestSchema>;
