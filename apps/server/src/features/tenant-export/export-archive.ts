import {
  type ArchiveManifest,
  exportFormat,
} from "@praxisportal/contract/tenant-export/tenant-export.schema";
import type { Snapshot } from "../../platform/db/snapshot.ts";
import { readAuditCheckpoint } from "./audit-checkpoint.queries.ts";
import { ArchiveWriter } from "../../platform/documents/archive-writer.ts";
import type { ExportHead } from "./export-json.ts";
import { readInvoiceDocuments, readInvoices } from "./invoices.queries.ts";
import { ManifestBuilder } from "./manifest.ts";
import { rowSchemas } from "./row-schemas.ts";
import { readColumns } from "./section-columns.queries.ts";
import { type Section, sections } from "./sections.ts";
import { readSection } from "./sections.queries.ts";

/** Returns the name of the file in an archive that contains the rows of a section, one per line. */
export function sectionFile(name: string): string {
  return `sections/${name}.ndjson`;
}

/**
 * Yields an export as a ZIP archive: a file per section, the JSON Schema of their rows, the invoices as files, and the
 * manifest. Ends with an error when the snapshot is lost.
 */
export async function* exportArchive(snapshot: Snapshot, head: ExportHead): AsyncGenerator<Buffer> {
  const archive = new ArchiveWriter(head.exportedAt);
  const written = writeFiles(archive, snapshot, head).then(
    () => archive.end(),
    (error: Error) => archive.fail(error),
  );
  try {
    yield* archive.bytes as AsyncIterable<Buffer>;
  } finally {
    // The caller then closes the snapshot, so all reads must have ended.
    archive.close();
    await written;
  }
}

async function writeFiles(archive: ArchiveWriter, snapshot: Snapshot, head: ExportHead): Promise<void> {
  const manifest = new ManifestBuilder();
  const columns = await readColumns(snapshot);
  await archive.add("schema.json", [`${JSON.stringify(rowSchemas(columns), null, 2)}\n`]);
  for (const section of sections)
    await archive.add(sectionFile(section.name), linesOf(snapshot, section, manifest));
  // The sections `invoices` and `files` also contain this content, and an import reads it from there.
  for (const read of [readInvoiceDocuments, readInvoices])
    for await (const { name, content } of read(snapshot)) await archive.add(`invoices/${name}`, [content]);
  const file: ArchiveManifest = {
    format: exportFormat,
    organizationId: head.organizationId,
    exportedAt: head.exportedAt.toISOString(),
    ...manifest.finish(await readAuditCheckpoint(snapshot)),
  };
  await archive.add("manifest.json", [`${JSON.stringify(file, null, 2)}\n`]);
}

async function* linesOf(
  snapshot: Snapshot,
  section: Section,
  manifest: ManifestBuilder,
): AsyncGenerator<string> {
  manifest.begin(section.name);
  for await (const lines of readSection(snapshot, section)) {
    manifest.add(lines);
    yield `${lines.join("\n")}\n`;
  }
}
