import { findCycles } from "./find-cycles.ts";
import type { Finding, Module, ModuleImport, Rule, Tree } from "./tree.ts";

const server = "apps/server/src/";

/** Files that may contain SQL: files with such a role in their name, and the database parts of the platform. */
const filesWithSql: readonly RegExp[] = [
  /\.(platform-)?queries\.ts$/,
  // Lists are built as JSON in PostgreSQL, and the presenter contains the fragment that selects the fields.
  /\.presenter\.ts$/,
  /^platform\/(db|audit|embedded-postgres)\//,
  // LISTEN and NOTIFY need their own connection.
  /^platform\/realtime\/bus\/postgres-driver\.ts$/,
];

/** Files that may use HTTP types. All other code takes parsed values and returns values. */
const filesWithHttp: readonly RegExp[] = [
  /\.routes\.ts$/,
  /^platform\/http\//,
  // The composition root imports everything that it composes.
  /^(app|app-types|main|serve-features)\.ts$/,
  // Other features send its reply after a sign-in.
  /^features\/auth\/create-auth\.ts$/,
];

/**
 * Modules that may access all organizations. They bypass both isolation layers (the bound handle and row-level
 * security), so every entry is a deliberate decision.
 */
const platformDbUsers: readonly RegExp[] = [
  /\.platform-queries\.ts$/,
  // Reads for reports, of one organization or of all.
  /^platform\/db\/reports\/report-db\.ts$/,
  // Background work belongs to no request and no organization.
  /^platform\/(outbox|jobs|mail)\//,
  // Sockets of a process belong to many organizations and are checked together.
  /^platform\/realtime\/socket-access\.ts$/,
  // Alerts of background failures are raised once per installation.
  /^platform\/realtime\/system-alerts\.ts$/,
  // The composition root and the operator commands create the handle.
  /^(app|app-types|main|start-portal|start-background)\.ts$/,
  // Each feature hands the handle to its own modules of this list.
  /^features\/([^/]+)\/create-\1\.ts$/,
  /^commands\//,
  // The demonstration creates and removes several organizations.
  /^features\/demo\//,
  // The first administrator is created before any organization exists.
  /^features\/setup\/setup\.(service|queries)\.ts$/,
  // Failed messages and jobs belong to no organization; the operator retries them.
  /^features\/background-work\/background-work\.service\.ts$/,
  // Mails are written after the commit, for any organization.
  /^features\/members\/invitation-mail\.ts$/,
  /^features\/staff\/handover-mail\.ts$/,
  /^features\/users\/email\/email-mail\.ts$/,
  /^features\/password-reset\/reset-mail\.ts$/,
  /^features\/sessions\/new-sign-in-mail\.ts$/,
  /^features\/notifications\/administrator-mail\.ts$/,
  /^features\/notifications\/digest\/weekly-digest-mail\.ts$/,
  // A platform role opens an organization without being a member.
  /^features\/organizations\/organizations\.service\.ts$/,
  // These services and workers run in the background for all organizations.
  /^features\/billing\/threshold\.worker\.ts$/,
  /^features\/usage\/usage-check\.worker\.ts$/,
  /^features\/audit\/retention\/retention\.worker\.ts$/,
  /^features\/ai\/metering\/orphaned-calls\.worker\.ts$/,
  /^features\/members\/access-expiry\.worker\.ts$/,
  /^features\/staff\/(offboarding|checklist-reminder)\.worker\.ts$/,
  /^features\/organizations\/erasure\/(organization-erasure\.worker|contract-end\.worker|certificate\.worker|certificate-mail)\.ts$/,
  // The operator's list of certificates covers all organizations.
  /^features\/organizations\/erasure\/erased-tenants\.service\.ts$/,
  /^features\/organizations\/security-check\.worker\.ts$/,
  /^features\/organizations\/provisioning\/provisioning\.worker\.ts$/,
  /^features\/tenants\/plans\/(limit-alert|planned-plan)\.worker\.ts$/,
  /^features\/webhooks\/health\/webhook-health\.worker\.ts$/,
  /^features\/tenants\/trial-reminder\.worker\.ts$/,
  /^features\/reviews\/due-reviews\.worker\.ts$/,
  /^features\/notifications\/digest\/weekly-digest\.worker\.ts$/,
  /^features\/cloud-sync\/cloud-sync\.worker\.ts$/,
  /^features\/emergency-code\/failed-attempt\.worker\.ts$/,
  /^features\/evidence\/evidence\.worker\.ts$/,
  // The operator's payments, statements, direct debits and reminders cover all organizations.
  /^features\/payments\/(booking\/payment|statements\/statement|debits\/direct-debit|reminders\/reminder)\.service\.ts$/,
  /^features\/payments\/reminders\/(send-reminders|reminder-mail|reminder\.worker)\.ts$/,
  // Sealed secrets of all organizations get a new key.
  /^platform\/crypto\/reseal\.worker\.ts$/,
  // Unknown names belong to no organization.
  /^features\/auth\/sign-in\/unknown-names\.worker\.ts$/,
  // AI providers and their switches belong to the platform.
  /^features\/ai\/(providers\/providers|organization\/switches)\.service\.ts$/,
  // An import creates an organization with its people.
  /^features\/tenant-export\/import\/import-tenant\.ts$/,
  // The operator's totals cover all organizations.
  /^features\/tenants\/(overview|tenants)\.service\.ts$/,
  // Invoices are made in the background for all organizations.
  /^features\/invoices\/(create-invoices|invoice-mail|profile\/(parties|create-profiles)|runs\/(runs\.service|invoice-run\.worker)|final\/(final\.service|finalize\.worker)|list\/invoice-list\.service)\.ts$/,
  // Expired invoices are deleted for all organizations, including erased ones.
  /^features\/invoices\/retention\/delete-expired\.ts$/,
  // The operator profile and tax rates belong to the platform.
  /^features\/invoices\/operator\/(operator|tax-rates)\.service\.ts$/,
  // Plans belong to the platform.
  /^features\/tenants\/plans\/plan-catalogue\.service\.ts$/,
];

/** Modules that may read from the replica, because their calls may return data that is a few seconds old. */
const reportDbUsers: readonly RegExp[] = [
  /^(app|platform\/db\/connect)\.ts$/,
  // List, export and verification of the audit log.
  /^features\/audit\/(create-audit|audit\.service|audit\.platform-queries)\.ts$/,
  // Histories of AI usage and its costs.
  /^features\/usage\/(create-usage|usage\.service)\.ts$/,
  /^features\/billing\/(create-billing|billing\.service)\.ts$/,
  // The operator's lists of organizations and of all people, and /admin.
  /^features\/tenants\/(create-tenants|tenants\.service|overview\.service)\.ts$/,
  /^features\/users\/(create-users|list\/platform-reads\.platform-queries)\.ts$/,
];

/** Layer rules that the linter cannot express. */
export const layerRules: readonly Rule[] = [
  {
    name: "SQL only in queries",
    check: (tree) =>
      importsOutside(tree, filesWithSql, (module) => {
        const sqlMethod = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/.exec(
          module.text,
        )?.[1];
        if (sqlMethod !== undefined) return `${sqlMethod}() belongs in a *.queries.ts`;
        const driver = valueImport(module, ["kysely", "pg"]);
        return driver && `${driver.source} belongs in a *.queries.ts`;
      }),
  },
  {
    name: "HTTP only in routes",
    check: (tree) =>
      importsOutside(tree, filesWithHttp, (module) => {
        const wrongImport = module.imports.find(
          ({ target }) => target === "fastify" || target.startsWith("@fastify/"),
        );
        return wrongImport && `${wrongImport.source} belongs in a *.routes.ts or platform/http`;
      }),
  },
  {
    name: "all organizations at once only where listed",
    check: (tree) =>
      importsOutside(tree, platformDbUsers, (module) => {
        const isUser = module.imports.some(({ target }) => target === `${server}platform/db/platform-db.ts`);
        return isUser ? "may not import platform-db.ts; the list of users is in the check" : undefined;
      }),
  },
  {
    name: "reports only where listed",
    check: (tree) =>
      importsOutside(tree, reportDbUsers, (module) => {
        const isUser = module.imports.some(
          ({ target }) => target === `${server}platform/db/reports/report-db.ts`,
        );
        return isUser ? "may not import report-db.ts; the list of users is in the check" : undefined;
      }),
  },
  {
    name: "only the check makes an authorization",
    check: (tree) =>
      importsOutside(tree, [/^platform\/request-context\/authorized\.ts$/], (module) =>
        /\bas\s+(unknown\s+as\s+)?Authorized</.test(module.text)
          ? "casts to Authorized; call authorize() instead"
          : undefined,
      ),
  },
  {
    name: "no re-exports",
    check: ({ modules }) =>
      modules.flatMap((module) => {
        const reExport = module.imports.find(({ isReExport }) => isReExport);
        return reExport
          ? [{ path: module.path, message: `re-exports ${reExport.source}: import it from its own module` }]
          : [];
      }),
  },
  {
    name: "no import cycles, types included",
    check: ({ modules }) =>
      findCycles(modules).map((cycle) => ({
        path: cycle[0] ?? "",
        message: `imports itself through ${cycle.slice(1).join(", ")}`,
      })),
  },
  {
    name: "the platform names no call of a feature",
    check: ({ modules }) => {
      const calls = modules
        .filter(({ path }) => path.endsWith(".endpoints.ts"))
        .flatMap(({ text }) => [...text.matchAll(/^  name: ("[^"]+"),$/gm)].map(([, name = ""]) => name));
      return modules
        .filter(({ path, isTest }) => path.startsWith(`${server}platform/`) && !isTest)
        .flatMap(({ path, text }): Finding[] => {
          const calledName = calls.find((call) => text.includes(call));
          return calledName === undefined
            ? []
            : [{ path, message: `names ${calledName}; declare an attribute of its endpoint` }];
        });
    },
  },
  {
    name: "every endpoint file is in the list of calls",
    check: ({ modules }) => {
      const list = modules.find(({ path }) => path === "packages/contract/src/endpoints.ts");
      const listed = new Set(list?.imports.map(({ target }) => target));
      return modules
        .filter(({ path }) => path.startsWith("packages/contract/src/") && path.endsWith(".endpoints.ts"))
        .filter(({ path }) => !listed.has(path))
        .map(({ path }) => ({ path, message: "is missing from packages/contract/src/endpoints.ts" }));
    },
  },
];

/** Returns the findings in server modules (tests excluded) outside the allowed places. */
function importsOutside(
  tree: Tree,
  allowedFiles: readonly RegExp[],
  find: (module: Module) => string | undefined,
): Finding[] {
  return tree.modules
    .filter(({ path, isTest }) => path.startsWith(server) && !isTest)
    .filter(({ path }) => !allowedFiles.some((allowedFile) => allowedFile.test(path.slice(server.length))))
    .flatMap((module) => {
      const message = find(module);
      return message === undefined ? [] : [{ path: module.path, message }];
    });
}

function valueImport(module: Module, packages: readonly string[]): ModuleImport | undefined {
  return module.imports.find(({ target, isTypeOnly }) => !isTypeOnly && packages.includes(target));
}
