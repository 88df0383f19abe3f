import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { goldenDocuments } from "../testing/sample-documents.ts";
import { sampleInvoice } from "../testing/sample-invoice.ts";
import { createInvoiceRenderer, type InvoiceRenderer } from "./create-invoice-renderer.ts";
import { renderDocument } from "./render-document.ts";

const renderers: InvoiceRenderer[] = [];

function startRenderer(options?: { timeoutMs?: number; idleMs?: number }): InvoiceRenderer {
  const renderer = createInvoiceRenderer(options);
  renderers.push(renderer);
  return renderer;
}

afterEach(async () => {
  await Promise.all(renderers.splice(0).map((renderer) => renderer.stop()));
});

const serverSource = new URL("../../../../", import.meta.url);

/** Returns the ids of the child processes that render invoices. */
function childIds(): number[] {
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" }).split("\n");
  return rows
    .map((row) => row.trim().split(/\s+/))
    .filter(
      ([, parent, ...command]) =>
        Number(parent) === process.pid && command.join(" ").includes("render-child"),
    )
    .map(([id]) => Number(id));
}

const document = sampleInvoice();

describe("the renderer of invoices", () => {
  it("R0-171 renders documents in a child process, which is reused and ends with the server", async () => {
    const renderer = startRenderer();
    expect(childIds()).toEqual([]);
    const [rendered] = await Promise.all([renderer.render(document), renderer.render(document)]);
    const [child, ...others] = childIds();
    expect(child).toBeDefined();
    expect(others).toEqual([]);
    const expected = await renderDocument(document);
    expect(rendered.xml.equals(expected.xml)).toBe(true);
    expect(rendered.pdf.equals(expected.pdf)).toBe(true);
    expect(rendered.xmlSha256).toBe(createHash("sha256").update(expected.xml).digest("hex"));
    expect(rendered.pdfSha256).toBe(createHash("sha256").update(expected.pdf).digest("hex"));
    await renderer.render(goldenDocuments["ch-francs"]);
    expect(childIds()).toEqual([child]);
    await renderer.stop();
    expect(childIds()).toEqual([]);
    await expect(renderer.render(document)).rejects.toThrow("is stopped");
  });

  it("R0-171 only the child process imports the code that renders documents", () => {
    const importers = (pattern: RegExp) =>
      globSync("**/*.ts", { cwd: serverSource })
        .filter((file) => !/\.test\.ts$|\/testing\//.test(file))
        .filter((file) => pattern.test(readFileSync(new URL(file, serverSource), "utf8")))
        .toSorted();
    const folder = "features/invoices/documents/render";
    expect(importers(/^import (?!type ).*\/render-document\.ts"/m)).toEqual([`${folder}/render-child.ts`]);
    expect(importers(/^import (?!type ).*\/(?:render-invoice-pdf|write-cii)\.ts"/m)).toEqual([
      `${folder}/render-document.ts`,
    ]);
  });

  it("survives a crash of the child and starts another", async () => {
    const renderer = startRenderer();
    await renderer.render(document);
    const [child] = childIds();
    if (child === undefined) throw new Error("There is no child process");
    // A stopped process cannot respond before it is killed.
    process.kill(child, "SIGSTOP");
    const lostRendering = renderer.render(document);
    const next = renderer.render(document);
    process.kill(child, "SIGKILL");
    await expect(lostRendering).rejects.toThrow("The process that made RE-2026-000123 ended (SIGKILL)");
    expect((await next).pdf.subarray(0, 5).toString()).toBe("%PDF-");
    expect(childIds()).not.toContain(child);
  });

  it("refuses a document that takes too long", async () => {
    await expect(startRenderer({ timeoutMs: 1 }).render(document)).rejects.toThrow(
      "was not made within 1 ms",
    );
  });

  it("ends the child when it is idle", async () => {
    const renderer = startRenderer({ idleMs: 1 });
    await renderer.render(document);
    await vi.waitFor(() => expect(childIds()).toEqual([]));
    await expect(renderer.render(document)).resolves.toBeDefined();
  });

  it("reports the faults of a document and renders the next one", async () => {
    const renderer = startRenderer();
    const wrongDocument = { ...document, totals: { ...document.totals, taxCents: 1960 } };
    await expect(renderer.render(wrongDocument)).rejects.toThrow(
      "RE-2026-000123: taxCents is 1960, not 1965",
    );
    await expect(renderer.render({ ...document, format: "xrechnung", buyerReference: null })).rejects.toThrow(
      "an XRechnung has no buyer reference",
    );
    await expect(renderer.render(document)).resolves.toBeDefined();
  });
});
