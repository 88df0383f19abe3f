import { describe, expect, it } from "vitest";
import { readModule } from "./tree.ts";

describe("imports of a module", () => {
  it("distinguishes types from values, and files from packages", () => {
    const text = [
      'import type { A } from "./a.ts";',
      'import { type B } from "../b.ts";',
      "import {",
      "  type C,",
      "  c,",
      '} from "@scope/name/deep";',
      'import "./style.css";',
      '// const later = import("./comment.ts");',
      'const page = () => import("./page.tsx");',
      'export { d } from "./d.ts";',
      "/** `import { x } from 'y'` in a comment */",
    ].join("\n");
    const { imports } = readModule("apps/web/src/app/x.ts", text);
    expect(imports.map(({ target, isTypeOnly }) => [target, isTypeOnly])).toEqual([
      ["apps/web/src/app/a.ts", true],
      ["apps/web/src/b.ts", false],
      ["@scope/name", false],
      ["apps/web/src/app/d.ts", false],
      ["apps/web/src/app/style.css", false],
      ["apps/web/src/app/page.tsx", false],
    ]);
    expect(imports.filter(({ isReExport }) => isReExport).map(({ source }) => source)).toEqual(["./d.ts"]);
  });
});
