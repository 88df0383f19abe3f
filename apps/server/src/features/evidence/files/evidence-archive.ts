import { createHash } from "node:crypto";
import { csvOf } from "../../../platform/http/list-files.ts";
import { ArchiveWriter } from "../../../platform/documents/archive-writer.ts";
import type { EvidenceTexts } from "../evidence-texts.ts";
import type { CollectedSection, EvidenceTable } from "../sections/section.ts";
import type { EvidenceDocument } from "./evidence-document.ts";

type ArchiveFile = { name: string; content: Buffer };

/**
 * Returns the ZIP of a folder: the PDF, each statement as JSON, each of its tables as CSV, and a manifest with the
 * SHA-256 of every file. The files have names in the language of the folder.
 */
export async function writeEvidenceArchive(
  document: EvidenceDocument,
  sections: readonly CollectedSection[],
  { pdf, texts, organizationId }: { pdf: Buffer; texts: EvidenceTexts; organizationId: string },
): Promise<Buffer> {
  const files: ArchiveFile[] = [{ name: `${texts.fileName}.pdf`, content: pdf }];
  for (const [index, section] of sections.entries()) {
    const documentSection = document.sections[index];
    const name = `${String(index + 1).padStart(2, "0")}-${texts.fileNames[section.id]}`;
    const { tables, ...facts } = section;
    const content = {
      statement: documentSection?.title,
      source: documentSection?.source,
      rules: documentSection?.rules,
      ...facts,
      tables: Object.fromEntries(tables.map(({ id, rows }) => [id, rows])),
    };
    files.push({ name: `${name}.json`, content: Buffer.from(`${JSON.stringify(content, null, 2)}\n`) });
    for (const table of tables) {
      const part = tables.length > 1 ? `-${texts.fileNames[table.id]}` : "";
      files.push({ name: `${name}${part}.csv`, content: await renderCsv(table, texts) });
    }
  }
  const manifest = {
    format: "praxisportal-evidence",
    folderId: document.id,
    organizationId,
    organizationName: document.organizationName,
    createdAt: document.createdAt.toISOString(),
    files: files.map(({ name, content }) => ({
      name,
      bytes: content.length,
      sha256: createHash("sha256").update(content).digest("hex"),
    })),
  };
  files.push({ name: "manifest.json", content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) });
  return zipOf(files, document.createdAt);
}

async function renderCsv({ columns, rows }: EvidenceTable<never>, texts: EvidenceTexts): Promise<Buffer> {
  const chunks: string[] = [];
  const lines = csvOf<never>(
    toAsync(rows),
    columns.map(([id, , read]) => [texts.columns[id], (row) => read(row, texts)]),
    texts.language,
  );
  for await (const chunk of lines) chunks.push(chunk);
  return Buffer.from(chunks.join(""));
}

async function* toAsync<Row>(rows: readonly Row[]): AsyncGenerator<Row> {
  yield* rows;
}

async function zipOf(files: readonly ArchiveFile[], at: Date): Promise<Buffer> {
  const archive = new ArchiveWriter(at);
  const writing = (async () => {
    for (const { name, content } of files) await archive.add(name, [content]);
    archive.end();
  })().catch((error: Error) => archive.fail(error));
  const chunks: Buffer[] = [];
  for await (const chunk of archive.bytes) chunks.push(chunk as Buffer);
  await writing;
  return Buffer.concat(chunks);
}
