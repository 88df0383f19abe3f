import { expect, it } from "vitest";
import { exportFileName } from "./file-name.rules.ts";

it.each([
  ["Praxis Dr. Müller & Söhne", "audit-praxis-dr-mueller-soehne-2026-11-23"],
  ['../"x"\r\n', "audit-x-2026-11-23"],
  ["診療所", "audit-2026-11-23"],
  [null, "audit-2026-11-23"],
])("names an exported file after its content, organization and day: %j", (organization, name) => {
  expect(exportFileName("audit", organization, "2026-11-23")).toBe(name);
});
