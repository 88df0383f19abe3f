import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const source = fileURLToPath(new URL("../..", import.meta.url));
const folders =
  "{features/{evidence,invoices/overview,invoices/operator,payments,cloud-sync},app/pages/admin}";

it("pages of evidence, invoices, backups and the operator load with placeholders of the shape of their content", () => {
  const files = globSync(`${folders}/**/*.tsx`, { cwd: source }).filter((file) => !file.includes("dialog"));
  expect(files.length).toBeGreaterThan(20);
  // A gray area as wide as its container, from 40 px high.
  const slab = /<Skeleton className="h-[1-9]\d(?: w-full)?" \/>/;
  expect(files.filter((file) => slab.test(readFileSync(join(source, file), "utf8")))).toEqual([]);
});
