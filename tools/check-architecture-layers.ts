import type { Finding, Module, ModuleImport, Rule, Tree } from "./check-architecture-tree.ts";

const server = "apps/server/src/";

/** Where SQL may stand: files that are named for it, and the parts of the platform that are the database. */
const sqlPlaces: readonly RegExp[] = [
  /\.(platform-)?queries\.ts$/,
  // Lists are built as JSON in PostgreSQL; the presenter holds the fragment that names the fields.
  /\.presenter\.ts$/,
  /^platform\/(db|audit|embedded-postgres)\//,
  // LISTEN and NOTIFY need a connection of their own.
  /^platform\/realtime\/postgres-bus\.ts$/,
];

/** Where HTTP may stand. Everything else is called with parsed values and answers with values. */
const httpPlaces: readonly RegExp[] = [
  /\.routes\.ts$/,
  /^platform\/http\//,
  // The composition root names what it composes.
  /^(app|main)\.ts$/,
];

/**
 * Modules that may reach every practice at once. An entry here is a decision: each one stands outside the two
 * walls between practices.
 */
const platformDbUsers: readonly RegExp[] = [
  /\.platform-queries\.ts$/,
  // Background work belongs to no request and to no practice.
  /^platform\/(outbox|jobs|mail)\//,
  // The sockets of a process belong to many practices and are looked after together.
  /^platform\/realtime\/socket-access\.ts$/,
  // The composition root and the commands of the operator make the handle.
  /^(app|main|compose-(ai|demo|jobs|organizations|staff|tokens)|mail-orders|start-portal|start-background)\.ts$/,
  /^commands\//,
  // The demonstration makes and removes several practices.
  /^features\/demo\//,
  // The first administrator is made before there is any practice.
  /^features\/setup\/setup\.(service|queries)\.ts$/,
  // Mails are written after the commit, for whichever practice ordered them.
  /^features\/members\/invitation-mail\.ts$/,
  /^features\/staff\/handover-mail\.ts$/,
  /^features\/users\/email-mail\.ts$/,
  /^features\/password-reset\/reset-mail\.ts$/,
  /^features\/sessions\/new-sign-in-mail\.ts$/,
  /^features\/organizations\/administrator-mail\.ts$/,
  // A platform role opens a practice without being a member.
  /^features\/organizations\/organizations\.service\.ts$/,
  // The security of all practices is checked in the background.
  /^features\/billing\/threshold\.worker\.ts$/,
  /^features\/usage\/usage-check\.worker\.ts$/,
  /^features\/ai\/lost-calls\.worker\.ts$/,
  /^features\/members\/access-end\.worker\.ts$/,
  /^features\/staff\/leaving\.worker\.ts$/,
  /^features\/organizations\/practice-erasure\.worker\.ts$/,
  /^features\/organizations\/security-check\.worker\.ts$/,
  // Providers of AI and their switches are the platform's.
  /^features\/ai\/(providers|switches)\.service\.ts$/,
  // The operator's totals are of all practices.
  /^features\/tenants\/(overview|tenants)\.service\.ts$/,
];

/** What the linter cannot say about layers. */
export const layerRules: readonly Rule[] = [
  {
    name: "SQL only in queries",
    check: (tree) =>
      outside(tree, sqlPlaces, (module) => {
        const word = /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(/.exec(module.text)?.[1];
        if (word !== undefined) return `${word}() belongs into a *.queries.ts`;
        const driver = valueImport(module, ["kysely", "pg"]);
        return driver && `${driver.source} belongs into a *.queries.ts`;
      }),
  },
  {
    name: "HTTP only in routes",
    check: (tree) =>
      outside(tree, httpPlaces, (module) => {
        const found = module.imports.find(
          ({ target }) => target === "fastify" || target.startsWith("@fastify/"),
        );
        return found && `${found.source} belongs into a *.routes.ts or platform/http`;
      }),
  },
  {
    name: "all practices at once only where listed",
    check: (tree) =>
      outside(tree, platformDbUsers, (module) => {
        const isUser = module.imports.some(({ target }) => target === `${server}platform/db/platform-db.ts`);
        return isUser ? "may not import platform-db.ts; the list of users is in the check" : undefined;
      }),
  },
  {
    name: "only the check makes an authorization",
    check: (tree) =>
      outside(tree, [/^platform\/request-context\/authorized\.ts$/], (module) =>
        /\bas\s+(unknown\s+as\s+)?Authorized</.test(module.text)
          ? "casts to Authorized; call authorize() instead"
          : undefined,
      ),
  },
  {
    name: "no re-exports",
    check: ({ modules }) =>
      modules.flatMap((module) => {
        const found = module.imports.find(({ isReExport }) => isReExport);
        return found
          ? [{ path: module.path, message: `re-exports ${found.source}: import it where it is` }]
          : [];
      }),
  },
  {
    name: "every endpoint file is in the list of calls",
    check: ({ modules }) => {
      const list = modules.find(({ path }) => path === "packages/contract/src/endpoints.ts");
      const listed = new Set(list?.imports.map(({ target }) => target));
      return modules
        .filter(({ path }) => path.startsWith("packages/contract/src/") && path.endsWith(".endpoints.ts"))
        .filter(({ path }) => !listed.has(path))
        .map(({ path }) => ({ path, message: "is missing in packages/contract/src/endpoints.ts" }));
    },
  },
];

/** Findings in the server's own modules (no tests) that stand at none of the places. */
function outside(
  tree: Tree,
  places: readonly RegExp[],
  find: (module: Module) => string | undefined,
): Finding[] {
  return tree.modules
    .filter(({ path, isTest }) => path.startsWith(server) && !isTest)
    .filter(({ path }) => !places.some((place) => place.test(path.slice(server.length))))
    .flatMap((module) => {
      const message = find(module);
      return message === undefined ? [] : [{ path: module.path, message }];
    });
}

function valueImport(module: Module, packages: readonly string[]): ModuleImport | undefined {
  return module.imports.find(({ target, isTypeOnly }) => !isTypeOnly && packages.includes(target));
}
