import { exportFormat, exportSchemaVersion } from "@praxisportal/contract/tenant-export/tenant-export.schema";
import type { Snapshot } from "../../platform/db/snapshot.ts";
import { readAuditCheckpoint } from "./audit-checkpoint.queries.ts";
import { ManifestBuilder } from "./manifest.ts";
import { sections } from "./sections.ts";
import { readSection } from "./sections.queries.ts";

/** Organization and time of an export. */
export type ExportHead = { organizationId: string; exportedAt: Date };

/**
 * Yields an export as one JSON document: the sections with one row per line, then the manifest. Ends with an error when
 * the snapshot is lost, so that a truncated file is never mistaken for a complete one.
 */
export async function* exportJson(snapshot: Snapshot, head: ExportHead): AsyncGenerator<string> {
  const manifest = new ManifestBuilder();
  const start = {
    format: exportFormat,
    schemaVersion: exportSchemaVersion,
    organizationId: head.organizationId,
    exportedAt: head.exportedAt.toISOString(),
  };
  yield `${JSON.stringify(start).slice(0, -1)},\n"sections":{`;
  for (const [index, section] of sections.entries()) {
    manifest.begin(section.name);
    yield `${index === 0 ? "" : ","}\n${JSON.stringify(section.name)}:[`;
    let before = "\n";
    for await (const lines of readSection(snapshot, section)) {
      manifest.add(lines);
      yield before + lines.join(",\n");
      before = ",\n";
    }
    yield "\n]";
  }
  yield `},\n"manifest":${JSON.stringify(manifest.finish(await readAuditCheckpoint(snapshot)))}}\n`;
}
