import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const root = mkdtempSync(join(tmpdir(), "lint-"));

type Diagnostic = { code: string; filename: string };

const two = (name: string): string => `export const ${name} = 2;\n`;

/** Modules without violations, imported by the others. */
const validFiles: Readonly<Record<string, string>> = {
  "packages/contract/src/users/users.schema.ts": two("schema"),
  "apps/server/src/platform/clock/clock.ts": two("clock"),
  "apps/server/src/features/audit/audit.service.ts": `${two("audit")}export type Audit = number;\n`,
  "apps/web/src/platform/session/session.ts": two("session"),
  "apps/web/src/ui/button.tsx": two("b"),
  "apps/web/src/platform/session/warning.tsx":
    'import { b } from "../../ui/button.tsx";\n\nexport const warning = b;\n',
  "apps/web/src/features/audit/audit-list.tsx":
    'import { b } from "../../ui/button.tsx";\n\nexport const list = b;\nexport type Row = number;\n',
  "apps/web/src/app/pages/audit-page.tsx":
    'import { list } from "../../features/audit/audit-list.tsx";\n\nexport const page = list;\n',
  "apps/web/src/entities/person/person.ts":
    'import { session } from "../../platform/session/session.ts";\n\nexport const person = session;\n',
  "apps/web/src/features/users/knows-entity.ts":
    'import { person } from "../../entities/person/person.ts";\n\nexport const user = person;\n',
  "apps/demo-ai-upstream/src/upstream.ts": two("upstream"),
  "apps/server/src/start.ts":
    'import { upstream } from "../../demo-ai-upstream/src/upstream.ts";\n\nexport const start = upstream;\n',
  "apps/server/src/app.ts":
    'import { audit } from "./features/audit/audit.service.ts";\nimport { clock } from "./platform/clock/clock.ts";\n\nexport const app = [audit, clock];\n',
};

const boundary = "boundaries(dependencies)";

/** Planted violations, one per row: the rule that must report it, the file, its text. */
const planted: readonly (readonly [string, string, string])[] = [
  [
    boundary,
    "apps/server/src/features/users/value.ts",
    'import { audit } from "../audit/audit.service.ts";\n\nexport const user = audit;\n',
  ],
  [
    boundary,
    "apps/server/src/platform/clock/feature.ts",
    'import { audit } from "../../features/audit/audit.service.ts";\n\nexport const c = audit;\n',
  ],
  [
    boundary,
    "apps/server/src/features/users/root.ts",
    'import { app } from "../../app.ts";\n\nexport const user = app;\n',
  ],
  [
    boundary,
    "apps/server/src/features/users/upstream.ts",
    'import { upstream } from "../../../../demo-ai-upstream/src/upstream.ts";\n\nexport const user = upstream;\n',
  ],
  [
    boundary,
    "apps/web/src/features/users/value.ts",
    'import { list } from "../audit/audit-list.tsx";\n\nexport const user = list;\n',
  ],
  [
    boundary,
    "apps/web/src/features/users/types-only.ts",
    'import type { Row } from "../audit/audit-list.tsx";\n\nexport const row: Row = 1;\n',
  ],
  [
    boundary,
    "apps/web/src/entities/person/knows-feature.ts",
    'import type { Row } from "../../features/audit/audit-list.tsx";\n\nexport const row: Row = 1;\n',
  ],
  [
    boundary,
    "apps/web/src/ui/knows-feature.tsx",
    'import type { Row } from "../features/audit/audit-list.tsx";\n\nexport const row: Row = 1;\n',
  ],
  [
    boundary,
    "apps/web/src/ui/knows-platform.tsx",
    'import { session } from "../platform/session/session.ts";\n\nexport const s = session;\n',
  ],
  [
    boundary,
    "apps/web/src/platform/session/knows-feature.ts",
    'import { list } from "../../features/audit/audit-list.tsx";\n\nexport const s = list;\n',
  ],
  [
    boundary,
    "apps/web/src/features/users/knows-app.ts",
    'import { page } from "../../app/pages/audit-page.tsx";\n\nexport const u = page;\n',
  ],
  [
    boundary,
    "apps/web/src/features/users/server.ts",
    'import { clock } from "../../../../server/src/platform/clock/clock.ts";\n\nexport const u = clock;\n',
  ],
  [
    boundary,
    "packages/contract/src/users/server.schema.ts",
    'import type { Audit } from "../../../../apps/server/src/features/audit/audit.service.ts";\n\nexport const a: Audit = 1;\n',
  ],
  [
    "import(no-cycle)",
    "apps/server/src/platform/clock/first.ts",
    'import { second } from "./second.ts";\n\nexport const first = (): number => second();\n',
  ],
  [
    "import(no-cycle)",
    "apps/server/src/platform/clock/second.ts",
    'import { first } from "./first.ts";\n\nexport const second = (): number => first();\n',
  ],
  ["oxc(no-barrel-file)", "apps/web/src/ui/all.ts", 'export * from "./button.tsx";\n'],
  ["eslint(max-lines)", "apps/web/src/ui/long.ts", "export {};\n".repeat(401)],
  ["eslint(max-lines)", "apps/web/src/ui/long.test.ts", "export {};\n".repeat(701)],
  ["typescript(no-explicit-any)", "apps/web/src/ui/loose.ts", "export const loose: any = 1;\n"],
  ["import(no-default-export)", "apps/web/src/ui/default.ts", "const one = 1;\nexport default one;\n"],
  ["eslint(no-console)", "apps/server/src/platform/clock/loud.ts", 'console.log("tick");\nexport {};\n'],
  [
    "typescript(no-floating-promises)",
    "apps/server/src/platform/clock/floating.ts",
    "async function later(): Promise<void> {}\nexport function start(): void {\n  later();\n}\n",
  ],
  [
    "eslint(no-restricted-imports)",
    "packages/contract/src/users/zod.schema.ts",
    'import * as z from "zod";\n\nexport const s = z.string();\n',
  ],
  [
    "eslint(no-restricted-imports)",
    "apps/web/src/ui/icons.tsx",
    'import { Lock } from "lucide-react";\n\nexport const icon = Lock;\n',
  ],
  ["unicorn(filename-case)", "apps/web/src/ui/IconButton.tsx", "export const one = 1;\n"],
];

describe("the lint rules of this repository", () => {
  let diagnostics: Diagnostic[] = [];
  let lintedFiles = 0;
  let linterErrors = "";

  beforeAll(() => {
    const plantedFiles = Object.fromEntries(planted.map(([, path, text]) => [path, text]));
    for (const [path, text] of Object.entries({ ...validFiles, ...plantedFiles })) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    copyFileSync(join(repository, ".oxlintrc.json"), join(root, ".oxlintrc.json"));
    mkdirSync(join(root, "node_modules"));
    for (const name of ["eslint-plugin-boundaries", "oxlint-tsgolint"]) {
      symlinkSync(join(repository, "node_modules", name), join(root, "node_modules", name));
    }
    writeFileSync(join(root, ".gitignore"), "node_modules/\n");
    const compilerOptions = {
      strict: true,
      module: "nodenext",
      target: "es2024",
      allowImportingTsExtensions: true,
      noEmit: true,
    };
    writeFileSync(
      join(root, "tsconfig.json"),
      JSON.stringify({ compilerOptions, include: ["apps", "packages"] }),
    );
    const oxlint = join(repository, "node_modules/oxlint/bin/oxlint");
    const { stdout, stderr } = spawnSync(process.execPath, [oxlint, "--format=json"], {
      cwd: root,
      encoding: "utf8",
      timeout: 60_000,
    });
    linterErrors = stderr;
    if (!stdout.startsWith("{")) throw new Error(`the linter could not run: ${stdout}`);
    const report = JSON.parse(stdout) as { diagnostics: Diagnostic[]; number_of_files: number };
    diagnostics = report.diagnostics;
    lintedFiles = report.number_of_files;
  }, 90_000);

  afterAll(() => {
    rmSync(root, { recursive: true, force: true });
  });

  it("check every file and are accepted by the linter", () => {
    expect(linterErrors).toBe("");
    expect(lintedFiles).toBe(Object.keys(validFiles).length + planted.length);
  });

  it.each(planted)("%s finds the planted violation in %s", (rule, path) => {
    const reportedRules = diagnostics.filter(({ filename }) => filename === path).map(({ code }) => code);
    expect(reportedRules).toContain(rule);
  });

  it("accept imports in the allowed direction", () => {
    expect(diagnostics.filter(({ filename }) => Object.hasOwn(validFiles, filename))).toEqual([]);
  });
});
