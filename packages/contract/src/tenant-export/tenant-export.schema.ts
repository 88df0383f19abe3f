import * as z from "zod/mini";
import { uuidSchema } from "../identifiers.ts";

/** Formats of an export. `json`: one JSON document. `archive`: a ZIP archive with one JSON Lines file per section. */
export const tenantExportFormats = ["json", "archive"] as const;
export type TenantExportFormat = (typeof tenantExportFormats)[number];

export const tenantExportQuery = z.strictObject({ format: z._default(z.enum(tenantExportFormats), "json") });

/** Name of the format of a tenant export. */
export const exportFormat = "praxisportal.tenant-export";

/** Version of the sections and their fields; raised when a field changes its meaning or is removed. */
export const exportSchemaVersion = 1;

/** The last entry of the audit log that was removed as expired; the log of the export begins after it. */
export const exportCheckpointSchema = z.strictObject({
  seq: z.int().check(z.positive()),
  hash: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  occurredAt: z.iso.datetime(),
  /** Verified with the master key of the portal that removed the entries; base64. */
  signature: z.string().check(z.regex(/^[A-Za-z0-9+/=]+$/)),
});
export type ExportCheckpoint = z.output<typeof exportCheckpointSchema>;

/** Manifest at the end of an export. It lists the contents, so that a truncated or changed file is detected. */
export const exportManifestSchema = z.strictObject({
  schemaVersion: z.int(),
  sections: z.array(
    z.strictObject({
      name: z.string(),
      count: z.int(),
      /** Hash over the rows in order, each followed by a line feed. */
      sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
    }),
  ),
  /** Absent if no entry of the audit log has been removed. */
  auditCheckpoint: z.optional(exportCheckpointSchema),
});
export type ExportManifest = z.output<typeof exportManifestSchema>;

/** The file `manifest.json` of an archive: its description, and the manifest. */
export const archiveManifestSchema = z.strictObject({
  format: z.literal(exportFormat),
  organizationId: uuidSchema,
  exportedAt: z.iso.datetime(),
  ...exportManifestSchema.shape,
});
export type ArchiveManifest = z.output<typeof archiveManifestSchema>;
