import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { inputRules } from "./input-rules.ts";
import { architectureRules, checkArchitecture } from "../check-architecture.ts";
import { readTree, type Tree } from "./tree.ts";

const folders: string[] = [];

/** The repository and the findings of the check in it, read once. */
let repository: { tree: Tree; found: ReturnType<typeof checkArchitecture> } | undefined;
function checkedRepository() {
  const tree = repository?.tree ?? readTree(fileURLToPath(new URL("../..", import.meta.url)));
  repository ??= { tree, found: checkArchitecture(tree) };
  return repository;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Runs the check on a small valid repository with the given additional files. */
function findingsIn(files: Readonly<Record<string, string>>): string[] {
  const root = mkdtempSync(join(tmpdir(), "architecture-"));
  folders.push(root);
  const validTree = {
    "packages/contract/src/endpoints.ts":
      'import * as users from "./users/users.endpoints.ts";\nexport const all = [users];\n',
    "packages/contract/src/users/users.endpoints.ts":
      'export const getMe = defineEndpoint({\n  name: "users.getMe",\n});\n',
    "apps/server/src/features/users/users.routes.ts": 'import type { FastifyReply } from "fastify";\n',
    "apps/server/src/features/users/users.queries.ts":
      'import { sql } from "kysely";\nexport const find = (db) => db.selectFrom("member").where(sql`true`);\n',
    "apps/server/src/features/users/create-users.ts":
      'import { registerRoutes } from "./users.routes.ts";\n\nexport function createUsers() {\n  return { registerRoutes };\n}\n',
    "apps/server/src/app.ts":
      'import { createUsers } from "./features/users/create-users.ts";\n\nexport const app = createUsers();\n',
    "apps/server/migrations/0001-create-users.sql": "select 1;\n",
    "apps/web/src/entities/organization/organization-keys.ts":
      'export const keys = { one: (id) => ["organizations", id] as const };\n',
    "apps/web/src/features/sessions/sessions.api.ts":
      'const query = { queryKey: ["sessions"] };\nconst sites = route<typeof listSites>()("sites.list", "GET", "/sites");\nconst endRoute = route<typeof removeSite>()("sites.remove", "DELETE", "/sites");\nexport function endSite() {\n  return call(endRoute);\n}\n',
    "apps/web/src/features/users/users-page.tsx": 'export const hint = <a href="#main">Zum Inhalt</a>;\n',
  };
  for (const [path, text] of Object.entries({ ...validTree, ...files })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  const tree = readTree(root);
  expect(tree.modules.length).toBeGreaterThan(0);
  return checkArchitecture(tree).map(({ path, rule }) => `${rule}: ${path}`);
}

/** A planted violation of each rule, with the file that the rule must report. */
const violations: readonly { rule: string; path: string; text: string }[] = [
  {
    rule: "live updates and caches follow from declared events",
    path: "apps/server/src/features/users/users.service.ts",
    text: 'this.#live.publish({ event: "userUpdate", organizationId, data: {} });\n',
  },
  {
    rule: "live updates and caches follow from declared events",
    path: "apps/server/src/features/users/users.service.ts",
    text: "this.#sessions.cache.forgetPerson(personId);\n",
  },
  {
    rule: "names are ordered by German rules",
    path: "apps/server/src/features/users/users.queries.ts",
    text: 'const list = (db) => db.selectFrom("member").orderBy("m.last_name");\n',
  },
  {
    rule: "recorded changes are declared",
    path: "apps/server/src/features/users/users.service.ts",
    text: 'tx.record({ ...base, action: "user.renamed" as AuditAction });\n',
  },
  {
    rule: "declared changes are recorded",
    path: "packages/contract/src/events/user-events.ts",
    text: 'export const userEvents = {\n  "user.renamed": defineEvent({ name: "user.renamed" }),\n};\n',
  },
  ...[
    "const max = organization.max_users ?? 10;\n",
    'const find = (db) => db.selectFrom("organization").select(["name", "max_users"]);\n',
    'const find = (db) => db.selectFrom("entitlement").selectAll();\n',
    "const find = sql`select value from entitlement where limit_name = 'monthly_tokens'`;\n",
    "const bytes = Number(plan.storage_bytes);\n",
    'import { defaultMaxUsers } from "@praxisportal/contract/limits";\n',
  ].map((text) => ({
    rule: "limits are read through entitlementsOf",
    path: "apps/server/src/features/users/users.presenter.ts",
    text,
  })),
  ...['fill="#0B7468"', 'className="bg-[#fff]"', 'style={{ color: "rgb(1 2 3)" }}'].map((attribute) => ({
    rule: "components use the colors of the design tokens",
    path: "apps/web/src/ui/dot.tsx",
    text: `export function Dot() {\n  return <i ${attribute} />;\n}\n`,
  })),
  {
    rule: "no import cycles, types included",
    path: "apps/server/src/features/users/users.service.ts",
    text: 'import type { Users } from "./users.service.ts";\nexport type Users = string;\n',
  },
  {
    rule: "shared query keys are defined once, in entities",
    path: "apps/web/src/features/users/staff/staff.api.ts",
    text: 'const query = { queryKey: ["organizations", id, "staff"] };\n',
  },
  {
    rule: "shared query keys are defined once, in entities",
    path: "apps/web/src/features/users/views.api.ts",
    text: 'const query = { queryKey: ["sessions"] };\n',
  },
  ...[
    'const query = { queryKey: ["organizations", id, "sites"] };',
    'const siteKeys = { all: (id: Scope) => ["organizations", id, "sites"] as const };',
  ].map((text) => ({
    rule: "shared query keys are defined once, in entities",
    path: "apps/web/src/entities/site/site.api.ts",
    text: `${text}\n`,
  })),
  {
    rule: "shared query keys are defined once, in entities",
    path: "apps/web/src/features/users/views.api.ts",
    text: 'const sites = route<typeof listSites>()("sites.list", "GET", "/sites");\nconst endRoute = route<typeof removeSite>()("sites.remove", "DELETE", "/sites");\nexport function endSite() {\n  return call(endRoute);\n}\n',
  },
  {
    rule: "SQL only in queries",
    path: "apps/server/src/features/users/users.service.ts",
    text: 'export const all = (db) => db.selectFrom("member");\n',
  },
  {
    rule: "SQL only in queries",
    path: "apps/server/src/features/users/users.policy.ts",
    text: 'import { sql } from "kysely";\n',
  },
  {
    rule: "SQL only in queries",
    path: "apps/server/src/platform/outbox/engine.ts",
    text: 'import pg from "pg";\n',
  },
  {
    rule: "HTTP only in routes",
    path: "apps/server/src/features/users/users.service.ts",
    text: 'import type { FastifyRequest } from "fastify";\n',
  },
  {
    rule: "HTTP only in routes",
    path: "apps/server/src/platform/mail/mailer.ts",
    text: 'import files from "@fastify/static";\n',
  },
  {
    rule: "all organizations at once only where listed",
    path: "apps/server/src/features/users/users.service.ts",
    text: 'import type { PlatformDb } from "../../platform/db/platform-db.ts";\n',
  },
  {
    rule: "reports only where listed",
    path: "apps/server/src/features/users/users.service.ts",
    text: 'import type { ReportDb } from "../../platform/db/reports/report-db.ts";\n',
  },
  {
    rule: "only the check makes an authorization",
    path: "apps/server/src/features/users/users.routes.ts",
    text: 'export const forged = {} as unknown as Authorized<"users.update">;\n',
  },
  {
    rule: "only the demonstration and delayed entries choose the time of an audit entry",
    path: "apps/server/src/features/users/users.queries.ts",
    text: "export const hide = (tx, draft) => tx.recordPast(draft, new Date(0));\n",
  },
  {
    rule: "methods that write take an authorization",
    path: "apps/server/src/features/users/users.service.ts",
    text: "export class Users {\n  async rename(db, name) {\n    await db.write((tx) => tx.rename(name));\n  }\n}\n",
  },
  {
    rule: "no re-exports",
    path: "apps/web/src/ui/button-kinds.ts",
    text: 'export { Button } from "./button.tsx";\n',
  },
  {
    rule: "no re-exports",
    path: "packages/contract/src/users/users.schema.ts",
    text: 'export * from "zod/mini";\n',
  },
  {
    rule: "every endpoint file is in the list of calls",
    path: "packages/contract/src/auth/auth.endpoints.ts",
    text: "export const login = 1;\n",
  },
  {
    rule: "feature folders have known names",
    path: "apps/web/src/features/personnel/personnel-page.tsx",
    text: "export const page = 1;\n",
  },
  {
    rule: "feature folders have known names",
    path: "packages/contract/src/demo/demo.schema.ts",
    text: "export const schema = 1;\n",
  },
  {
    rule: "file names state the role of the file",
    path: "apps/server/src/features/users/UserHelper.ts",
    text: "export const help = 1;\n",
  },
  {
    rule: "file names state the role of the file",
    path: "packages/contract/src/users/users.types.ts",
    text: "export type User = string;\n",
  },
  {
    rule: "routes and endpoints are named after their feature",
    path: "apps/server/src/features/users/people.routes.ts",
    text: "export const routes = 1;\n",
  },
  {
    rule: "features of the server and the web app exist in the contract",
    path: "apps/server/src/features/webhooks/webhooks.routes.ts",
    text: "export const routes = 1;\n",
  },
  { rule: "browser tests are named after a feature", path: "e2e/smoke.spec.ts", text: "export {};\n" },
  { rule: "texts exist in every language", path: "apps/web/src/features/users/users.de.json", text: "{}\n" },
  {
    rule: "migrations are numbered without gaps",
    path: "apps/server/migrations/0003-add-column.sql",
    text: "select 1;\n",
  },
  {
    rule: "migrations are numbered without gaps",
    path: "apps/server/migrations/0002_users.sql",
    text: "select 1;\n",
  },
  { rule: "no build output beside sources", path: "packages/contract/src/errors.js", text: "export {};\n" },
  { rule: "no build output beside sources", path: "apps/server/src/app.d.ts", text: "export {};\n" },
  {
    rule: "colors only as tokens",
    path: "apps/web/src/ui/badge.tsx",
    text: 'export const badge = <b className="text-[#0a7d6c]">x</b>;\n',
  },
  {
    rule: "colors only as tokens",
    path: "apps/web/src/ui/chip.tsx",
    text: 'export const chip = <b style={{ border: "1px solid #fff" }}>x</b>;\n',
  },
  {
    rule: "colors only as tokens",
    path: "apps/web/src/styles/extra.css",
    text: "a {\n  color: rgb(1 2 3);\n}\n",
  },
  {
    rule: "deletions are confirmed first",
    path: "apps/web/src/features/sessions/end-button.tsx",
    text: 'import { endSite } from "./sessions.api.ts";\n\nexport const end = () => endSite();\n',
  },
  {
    rule: "one confirmation dialog",
    path: "apps/web/src/features/users/erase-dialog.tsx",
    text: 'export const ask = <Dialog open role="alertdialog" title="Wirklich löschen?" />;\n',
  },
  {
    rule: "one confirmation dialog",
    path: "apps/web/src/features/users/erase-button.ts",
    text: 'export const ask = () => window.confirm("Wirklich löschen?");\n',
  },
  {
    rule: "changes follow the shared error policy",
    path: "apps/web/src/features/users/erase-user.tsx",
    text: 'import { useMutation } from "@tanstack/react-query";\n\nexport const useErase = () => useMutation({});\n',
  },
  {
    rule: "messages belong to the session they come from",
    path: "apps/web/src/features/users/report.ts",
    text: 'import { notify } from "../../platform/notifications/notifications.actions.ts";\n\nnotify({ message: "x" });\n',
  },
  {
    rule: "tests state limits as literals",
    path: "apps/server/src/features/users/email-link.test.ts",
    text: 'import { emailLinkMs } from "@praxisportal/contract/limits";\n\nexpect(validMs).toBe(emailLinkMs);\n',
  },
  {
    rule: "tests state limits as literals",
    path: "packages/contract/src/users/email-link.test.ts",
    text: 'import { emailLinkMs } from "../limits.ts";\n\nexpect(validMs).toBe(emailLinkMs);\n',
  },
  ...["/** Waits for so many mails. */", " * Reads the list anew.", "  // Stores nothing of it."].map(
    (text) => ({
      rule: "comments are written in plain English",
      path: "apps/server/src/features/users/comment.ts",
      text: `${text}\n`,
    }),
  ),
  {
    rule: "the example of a list page stays short",
    path: "apps/web/src/features/workstations/workstations-page.tsx",
    text: "export const line = 1;\n".repeat(121),
  },
  {
    rule: "suites are named after what they test",
    path: "packages/contract/src/total.test.ts",
    text: 'describe("sumOf", () => expect(totalOf([1])).toBe(1));\n',
  },
  {
    rule: "every suppression has a reason",
    path: "apps/web/src/ui/list.tsx",
    text: "export const list = 1;\n\n// oxlint-disable-next-line no-console\nconsole.log(list);\n",
  },
];

/** Returns a file of the server. */
const file = (path: string, text: string) => ({ [`apps/server/src/${path}`]: text });

/** Planted violations of the layers, each with the finding that the check must report. */
const layerViolations = [
  {
    what: "a value import between features",
    found: "features import only types of each other: apps/server/src/features/members/members.service.ts",
    files: {
      ...file("features/members/create-members.ts", "export function createMembers() {}\n"),
      ...file("app.ts", "createUsers();\ncreateMembers();\n"),
      ...file("features/members/members.service.ts", 'import { find } from "../users/users.queries.ts";\n'),
    },
  },
  {
    what: "a feature imported by the directory, even its type",
    found:
      "the directory and the platform must not import a feature: apps/server/src/directory/people.queries.ts",
    files: file(
      "directory/people.queries.ts",
      'import type { User } from "../features/users/users.queries.ts";\n',
    ),
  },
  {
    what: "a feature's call named in the platform",
    found: "the platform names no call of a feature: apps/server/src/platform/http/registrar.ts",
    files: file("platform/http/registrar.ts", 'const silent = ["users.getMe"];\n'),
  },
  {
    what: "an import cycle of values through three files",
    found: "no import cycles, types included: apps/server/src/features/users/users.policy.ts",
    files: {
      ...file(
        "features/users/users.policy.ts",
        'import { b } from "./users.presenter.ts";\nexport const a = b;\n',
      ),
      ...file(
        "features/users/users.presenter.ts",
        'import { c } from "./users.rules.ts";\nexport const b = c;\n',
      ),
      ...file(
        "features/users/users.rules.ts",
        'import { a } from "./users.policy.ts";\nexport const c = a;\n',
      ),
    },
  },
  {
    what: "an import cycle of types only",
    found: "no import cycles, types included: apps/server/src/features/users/users.policy.ts",
    files: {
      ...file(
        "features/users/users.policy.ts",
        'import type { B } from "./users.presenter.ts";\nexport type A = B;\n',
      ),
      ...file(
        "features/users/users.presenter.ts",
        'import type { A } from "./users.policy.ts";\nexport type B = A;\n',
      ),
    },
  },
];

describe("the architecture check", () => {
  it("has no findings in a valid tree", () => {
    expect(findingsIn({})).toEqual([]);
  });

  it.each(violations)("finds a planted violation of “$rule” in $path", ({ rule, path, text }) => {
    expect(findingsIn({ [path]: text })).toContain(`${rule}: ${path}`);
  });

  it("R0-30 each shared query key is defined once, in entities", () => {
    const rule = "shared query keys are defined once, in entities";
    const ownViolations = violations.filter((violation) => violation.rule === rule);
    expect(ownViolations.flatMap(({ path, text }) => findingsIn({ [path]: text }))).toEqual(
      ownViolations.map(({ path }) => `${rule}: ${path}`),
    );
    const { tree, found } = checkedRepository();
    expect(tree.files.filter((path) => path.startsWith("apps/web/src/entities/"))).not.toEqual([]);
    expect(found.filter((finding) => finding.rule === rule)).toEqual([]);
  });

  it("R0-23 rejects a confirmation dialog other than the shared ConfirmDialog; the portal has none", () => {
    const rule = "one confirmation dialog";
    const planted = violations.filter((violation) => violation.rule === rule);
    expect(planted.length).toBeGreaterThan(0);
    for (const { path, text } of planted) expect(findingsIn({ [path]: text })).toEqual([`${rule}: ${path}`]);
    const shared = "apps/web/src/platform/forms/confirm-dialog.tsx";
    const { tree, found } = checkedRepository();
    expect(tree.modules.find(({ path }) => path === shared)?.text).toContain('role="alertdialog"');
    expect(found.filter((finding) => finding.rule === rule)).toEqual([]);
  });

  it("R2.3-15 rejects a call that deletes without a confirmation; the portal has none", () => {
    const rule = "deletions are confirmed first";
    const { path, text } = violations.find((violation) => violation.rule === rule) ?? { path: "", text: "" };
    expect(findingsIn({ [path]: text })).toEqual([`${rule}: ${path}`]);
    const asking = `${text}\nexport const ask = <ConfirmDialog act={end} />;\n`;
    expect(findingsIn({ [path]: asking })).toEqual([]);
    expect(checkedRepository().found.filter((finding) => finding.rule === rule)).toEqual([]);
  });

  it("R0-22 rejects a change that bypasses useAppMutation; the portal has none", () => {
    const rule = "changes follow the shared error policy";
    const planted = violations.filter((violation) => violation.rule === rule);
    expect(planted.length).toBeGreaterThan(0);
    for (const { path, text } of planted) expect(findingsIn({ [path]: text })).toEqual([`${rule}: ${path}`]);
    const { tree, found } = checkedRepository();
    const shared = tree.modules.find(({ path }) => path.endsWith("/forms/use-app-mutation.ts"));
    expect(shared?.text).toContain("useMutation");
    expect(found.filter((finding) => finding.rule === rule)).toEqual([]);
  });

  it.each(layerViolations)("R0-12 rejects $what", ({ found, files }) => {
    expect(findingsIn(files)).toContain(found);
  });

  it("R0-12 accepts types between features and values of the directory", () => {
    expect(
      findingsIn({
        ...file("directory/people.queries.ts", "export const lock = 1;\n"),
        ...file(
          "features/users/users.service.ts",
          'import { lock } from "../../directory/people.queries.ts";\n\nexport const kept = lock;\n',
        ),
      }),
    ).toEqual([]);
  });

  const composed = "apps/server/src/features/users/create-users.ts";

  it.each([
    [
      "a feature without its create function",
      file("features/users/create-users.ts", "export const users = 1;\n"),
    ],
    [
      "a second composition of a feature",
      file(
        "features/users/create-users.ts",
        "export function createUsers() {}\nexport function createUserLists() {}\n",
      ),
    ],
    ["a feature that app.ts does not compose", file("app.ts", "export const app = 1;\n")],
    [
      "a feature that app.ts imports and does not call",
      file(
        "app.ts",
        'import { createUsers } from "./features/users/create-users.ts";\n\nexport { createUsers };\n',
      ),
    ],
    [
      "a feature whose function app.ts takes from elsewhere",
      file("app.ts", "const createUsers = () => ({});\n\nexport const app = createUsers();\n"),
    ],
    [
      "a composition under another name",
      file("features/users/create-users.ts", "export function makeUsers() {}\n"),
    ],
    [
      "a composition that exports a value as well",
      file("features/users/create-users.ts", "export function createUsers() {}\nexport const job = {};\n"),
    ],
  ])("R0-13 rejects %s", (_, files) => {
    expect(findingsIn(files)).toContain(`every feature is composed by one function: ${composed}`);
  });

  it.each(["users.routes.ts", "list/users.worker.ts"])(
    "R0-13 rejects %s that its feature does not register",
    (name) => {
      const path = `features/users/${name}`;
      const unused = file(path, "export const routes = 1;\n");
      const finding = `every feature is composed by one function: apps/server/src/${path}`;
      const findingsWith = (imports: string) =>
        findingsIn({
          ...unused,
          ...file("features/users/create-users.ts", `${imports}export function createUsers() {}\n`),
        });
      expect(findingsWith("")).toContain(finding);
      expect(findingsWith(`import type { routes } from "./${name}";\n\n`)).toContain(finding);
      expect(findingsWith(`import { routes } from "./${name}";\n\n`)).not.toContain(finding);
      const rule = "every feature is composed by one function";
      expect(checkedRepository().found.filter((found) => found.rule === rule)).toEqual([]);
    },
  );

  it.each(["app.ts", "start-portal.ts", "serve-features.ts"])(
    "R0-13 rejects another value of a feature in %s",
    (name) => {
      const text =
        'import { createUsers } from "./features/users/create-users.ts";\nimport { find } from "./features/users/users.queries.ts";\n\ncreateUsers(find);\n';
      expect(findingsIn(file(name, text))).toContain(
        `only app.ts composes features: apps/server/src/${name}`,
      );
    },
  );

  it("R0-72 rejects code that reads a limit other than through entitlementsOf, and accepts storing one", () => {
    const path = "apps/server/src/features/users/users.queries.ts";
    const rule = `limits are read through entitlementsOf: ${path}`;
    for (const column of ["max_users", "monthly_tokens", "storage_bytes"]) {
      for (const reading of [
        `const limit = organization.${column};\n`,
        `const limit = row["${column}"];\n`,
        `const find = db.selectFrom("plan").select("plan.${column}");\n`,
      ])
        expect([reading, findingsIn({ [path]: reading })]).toEqual([reading, [rule]]);
      expect(findingsIn({ [path]: `columns["${column}"] = limit;\n` })).toEqual([]);
    }
    for (const reading of [
      "const find = sql`select value from entitlement`;\n",
      "const find = sql`select value from organization join entitlement using (organization_id)`;\n",
      'const find = db.selectFrom("entitlement").selectAll();\n',
      'const find = db.selectFrom("organization").innerJoin("entitlement as e", join);\n',
      "const limit = settings.maxUsers ?? defaultMaxUsers;\n",
    ])
      expect([reading, findingsIn({ [path]: reading })]).toEqual([reading, [rule]]);
    expect(findingsIn({ [path]: "const find = entitlementsOf(organizationId);\n" })).toEqual([]);
  });

  it("R0-235 only audit log, histories of usage and billing, operator lists and /admin may read from the replica", () => {
    // No other module of the server may read from the replica.
    const server = "apps/server/src/";
    const reportDb = `${server}platform/db/reports/report-db.ts`;
    const paths = checkedRepository()
      .tree.modules.filter(({ path, isTest }) => path.startsWith(server) && path !== reportDb && !isTest)
      .map(({ path }) => path);
    const planted = paths.map((path) => {
      const source = `./${relative(dirname(path), reportDb)}`.replace("./../", "../");
      return [path, `import type { ReportDb } from "${source}";\n`] as const;
    });
    const findings = new Set(findingsIn(Object.fromEntries(planted)));
    const allowed = paths.filter((path) => !findings.has(`reports only where listed: ${path}`));
    expect(allowed.map((path) => path.slice(server.length)).toSorted()).toEqual([
      "app.ts",
      ...["audit.platform-queries", "audit.service", "create-audit"].map(
        (name) => `features/audit/${name}.ts`,
      ),
      ...["billing.service", "create-billing"].map((name) => `features/billing/${name}.ts`),
      ...["create-tenants", "overview.service", "tenants.service"].map(
        (name) => `features/tenants/${name}.ts`,
      ),
      ...["create-usage", "usage.service"].map((name) => `features/usage/${name}.ts`),
      ...["create-users", "list/platform-reads.platform-queries"].map((name) => `features/users/${name}.ts`),
      "platform/db/connect.ts",
    ]);
  });

  it("R0-10 rejects a service that publishes live updates or invalidates caches itself", () => {
    const path = "apps/server/src/features/users/users.service.ts";
    const rule = "live updates and caches follow from declared events";
    for (const call of [
      "this.#dependencies.live.publish(update)",
      "bus.publish(personChangedChannel, { personId })",
      "sessions.cache.forgetPerson(personId)",
      "this.cache.forgetAll()",
      "this.#organizations.forget(organizationId)",
    ]) {
      for (const service of [path, "apps/server/src/directory/people.service.ts"])
        expect(findingsIn({ [service]: `${call};\n` })).toEqual([`${rule}: ${service}`]);
    }
    expect(findingsIn({ [path]: "cache.forgetful(personId);\n" })).toEqual([]);
  });

  it("R0-07 rejects a recorded change without a complete declaration", () => {
    const service = "apps/server/src/features/users/users.service.ts";
    const path = "packages/contract/src/events/user-events.ts";
    const rule = "recorded changes are declared";
    const recording = { [service]: 'tx.record({\n  ...base,\n  action: "user.renamed",\n});\n' };
    const complete = {
      name: 'name: "user.renamed"',
      ids: 'ids: ["userId"]',
      isPublic: "isPublic: true",
      live: "live: null",
      caches: "caches: []",
    };
    const declaring = (fields: Readonly<Record<string, string>>) => ({
      [path]: `export const userEvents = {\n  "user.renamed": defineEvent({\n${Object.values(fields)
        .map((field) => `    ${field},\n`)
        .join("")}  }),\n};\n`,
    });
    expect(findingsIn({ ...recording, ...declaring(complete) })).toEqual([]);
    expect(findingsIn(recording)).toEqual([`${rule}: ${service}`]);
    for (const field of Object.keys(complete).filter((key) => key !== "name")) {
      expect(findingsIn({ ...recording, ...declaring({ ...complete, [field]: "// missing" }) })).toEqual([
        `${rule}: ${path}`,
      ]);
    }
    for (const name of ["renamed", "user.rename", "user.name.changed", "User.renamed"]) {
      expect(findingsIn({ ...recording, ...declaring({ ...complete, name: `name: "${name}"` }) })).toEqual([
        `${rule}: ${path}`,
      ]);
    }
  });

  it("counts suppressions with reasons toward the limit", () => {
    const directive =
      "// oxlint-disable-next-line no-console -- the command prints its answer\nconsole.log(1);\n";
    expect(findingsIn({ "tools/one.ts": directive })).toEqual([]);
    expect(findingsIn({ "tools/two.ts": directive + directive })).toEqual([
      "suppressions stay rare: tools/two.ts",
    ]);
  });

  it("detects a change behind a private method, and accepts authorized and reading methods", () => {
    const path = "apps/server/src/features/users/users.service.ts";
    const method = (signature: string, body: string) => `  ${signature} {\n    ${body}\n  }\n`;
    const text = (signature: string) =>
      `export class Users {\n${method(signature, "return this.#store(1);")}${method("async read(db)", "return db.read();")}${method("async #store(n)", "await this.db.write(n);")}}\n`;
    expect(findingsIn({ [path]: text("async rename(name)") })).toEqual([
      `methods that write take an authorization: ${path}`,
    ]);
    expect(findingsIn({ [path]: text('async rename(by: Authorized<"users.rename">)') })).toEqual([]);
  });

  it("rejects a folder of more than 40 files, and accepts 40 files and the migrations", () => {
    const filesIn = (folder: string, count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, index) => [`${folder}/part-${index}.ts`, "export {};\n"]),
      );
    const folder = "apps/web/src/features/users/list";
    expect(findingsIn(filesIn(folder, 41))).toEqual([`folders stay small: ${folder}`]);
    expect(findingsIn(filesIn(folder, 40))).toEqual([]);
    const migrations = Array.from({ length: 41 }, (_, index) => [
      `apps/server/migrations/${String(index + 1).padStart(4, "0")}-create-users.sql`,
      "select 1;\n",
    ]);
    expect(findingsIn(Object.fromEntries(migrations) as Record<string, string>)).toEqual([]);
  });

  it("finds a change without an authorization in a folder of a feature", () => {
    const path = "apps/server/src/features/users/edit/people.service.ts";
    const text = "export class People {\n  async rename(name) {\n    await this.db.write(name);\n  }\n}\n";
    expect(findingsIn({ [path]: text })).toEqual([`methods that write take an authorization: ${path}`]);
  });

  it("has a planted violation for every rule", () => {
    const planted = new Set([
      ...violations.map(({ rule }) => rule),
      ...layerViolations.map(({ found }) => found.split(": ")[0]),
      ...inputRules.map(({ name }) => name),
      "every feature is composed by one function",
      "only app.ts composes features",
      "suppressions stay rare",
      "folders stay small",
    ]);
    expect(architectureRules.map(({ name }) => name).filter((name) => !planted.has(name))).toEqual([]);
  });

  it("fails on a tree without modules", () => {
    const root = mkdtempSync(join(tmpdir(), "architecture-"));
    folders.push(root);
    expect(checkArchitecture(readTree(root))).toHaveLength(1);
  });

  it("finds the modules of this repository", () => {
    const { modules } = checkedRepository().tree;
    for (const folderName of ["packages/contract/", "apps/server/", "apps/web/", "tools/"]) {
      expect(modules.filter(({ path }) => path.startsWith(folderName)).length, folderName).toBeGreaterThan(3);
    }
    expect(modules.flatMap(({ imports }) => imports).length).toBeGreaterThan(modules.length);
  });
});
