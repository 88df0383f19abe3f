import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const source = fileURLToPath(new URL("../..", import.meta.url));
const folders = [
  "features/{evidence,invoices,payments,cloud-sync,reviews,departments,sites}",
  "features/users/{person,staff,security,board,permissions}",
  "features/{organizations/plans,webhooks/log,ai/models}",
  "app/pages/{admin,billing,organization,tenants}",
];
const textOf = (file: string) => readFileSync(join(source, file), "utf8");

it("pages and tabs load with placeholders of the shape of their content", () => {
  const files = globSync(
    folders.map((folder) => `${folder}/**/*.tsx`),
    { cwd: source },
  ).filter((file) => !/dialog|drawer|test/.test(file));
  expect(files.length).toBeGreaterThan(100);
  // A gray area as wide as its container, from 40 px high.
  const slab = /<Skeleton (?:key=\{\w+\} )?className="h-(?:[1-9]\d|\[\d+px\])(?: w-full)?[^"]*" \/>/;
  expect(files.filter((file) => slab.test(textOf(file)))).toEqual([]);
});

it("tabs are downloaded behind cards, not behind lines on the bare page", () => {
  const routes = [
    "features/users/person/user-page.tsx",
    "app/pages/organization/organization-route.tsx",
    "app/pages/tenants/tenant-page.tsx",
    "app/pages/invoices/invoicing-route.tsx",
    "app/pages/admin/admin-route.tsx",
  ];
  for (const route of routes) {
    expect(textOf(route), route).toContain("lazyCard(");
    expect(textOf(route), route).not.toContain("lazyPart(");
  }
});
