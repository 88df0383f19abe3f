import { createHash, type Hash } from "node:crypto";
import {
  type ExportCheckpoint,
  exportSchemaVersion,
  type ExportManifest,
} from "@praxisportal/contract/tenant-export/tenant-export.schema";

/** Counts and hashes the rows of the sections while they are written. */
export class ManifestBuilder {
  readonly #sections: { name: string; count: number; hash: Hash }[] = [];

  /** Starts the next section. */
  begin(name: string): void {
    this.#sections.push({ name, count: 0, hash: createHash("sha256") });
  }

  /** Adds rows to the section. The hash covers each row and a line feed after it. */
  add(lines: readonly string[]): void {
    const current = this.#sections.at(-1);
    if (current === undefined) throw new Error("no section was started");
    current.count += lines.length;
    for (const line of lines) current.hash.update(line).update("\n");
  }

  /** Returns the manifest of the completed sections, with the beginning of the audit log if entries were removed. */
  finish(auditCheckpoint: ExportCheckpoint | undefined): ExportManifest {
    return {
      schemaVersion: exportSchemaVersion,
      sections: this.#sections.map(({ name, count, hash }) => ({ name, count, sha256: hash.digest("hex") })),
      ...(auditCheckpoint && { auditCheckpoint }),
    };
  }
}
