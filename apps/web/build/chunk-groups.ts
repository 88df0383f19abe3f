import type { Rolldown } from "vite";
import { routeTable } from "../src/app/router/route-table.ts";

type Graph = Rolldown.ChunkingContext;
type Modules = ReadonlySet<string>;

const login = routeTable.login.parts;
/** Entry, and modules that every page including the login page loads in the background. */
const entries = ["main.tsx", "app/start-parts.ts"];
/** Modules that every page needs after sign-in. `use-today.ts` is too small for a separate request. */
const layout = [
  "app/portal.tsx",
  "app/shell/shell.tsx",
  "platform/i18n/use-today.ts",
  "platform/list/list-source.ts",
];
/**
 * Module that is loaded in the background with all its imports when the page is idle. The settings show its content.
 */
const queue = "app/pending-changes/start-queue.ts";
/**
 * Modules that are needed only without the server, in classic mode and after a lock. The service worker stores them
 * with all other files.
 */
const rarelyLoaded = [
  "platform/session/stored-session.ts",
  "platform/session/legacy/legacy-session.ts",
  "platform/session/sealed-drafts.ts",
  "platform/session/continue-draft.ts",
];

/** Kits that some pages and most clicks need. Each becomes one chunk with all its imports. */
const kits: Readonly<Record<string, readonly string[]>> = {
  popups: [
    "overlay/dialog",
    "overlay/drawer",
    "overlay/menu-popup",
    "overlay/popover-popup",
    "form/select",
  ].map((name) => `ui/${name}.tsx`),
  validation: ["platform/validation/validate.ts"],
  forms: ["platform/forms/use-app-form.ts"],
  lists: ["platform/list/list-page.tsx"],
};

/** Modules that pages of several kinds share. Each gets a chunk with only its own imports. */
const singles: Readonly<Record<string, readonly string[]>> = {
  queue: [queue, "platform/preferences/keep-columns.ts"],
  // A sign-in or an unlock loads these modules for some users. A chunk for each would lengthen the list in the start
  // chunk.
  unlock: [
    "platform/passkeys/passkey-choice.tsx",
    "platform/passkeys/passkey-proofs.ts",
    "platform/session/sealed-drafts.ts",
    "platform/session/continue-draft.ts",
  ],
  "not-found": ["ui/feedback/not-found.tsx"],
  charts: ["ui/chart/bar-chart.tsx", "ui/chart/meter.tsx", "entities/quota/quota.api.ts"],
  activity: ["app/pages/dashboard/activity-card.tsx"],
  // The profile shows a part of /ai-usage.
  "own-usage": [
    "features/usage/quota/quota-state.tsx",
    "features/usage/usage.api.ts",
    "features/usage/use-amounts.ts",
  ],
  limits: [
    "features/organizations/tenants/limit-summary.tsx",
    "features/organizations/plans/use-own-use.ts",
    "features/organizations/plans/subscription.api.ts",
    "app/pages/tenants/use-own-origins.tsx",
    "app/pages/tenants/tenant-tabs.ts",
    "features/organizations/tenants/use-tenant-refresh.ts",
    "features/organizations/tenants/usage-period.ts",
  ],
};

/** Number of importing pages from which a module is in the layout's chunk. */
const commonPages = 13;
/** Number of importing pages from which a module of the login page is in the chunk of its fields. */
const fieldPages = 5;
/** Pages that most users open. Modules that they share are in the layout's chunk. */
const peoplePages = [routeTable.users, routeTable.user, routeTable.userPermissions];
/**
 * Size below which shared modules, such as icons, get no separate chunk. They are added to a chunk that their pages
 * share anyway, or else to the layout's.
 */
const smallestBytes = 1000;

const isText = (id: string): boolean => id.endsWith(".json");
/** Returns whether all pages would load a library module only because an index file exports it. */
const isRarelyUsed = (id: string): boolean => /\/(?:queriesObserver|useQueries)\.js$/.test(id);
/**
 * Returns whether a module belongs to a feature. Modules that only two pages share, such as a list and the page of one
 * entry, are not in a kit.
 */
const isFeatureModule = (id: string): boolean => /\/src\/(?:features|app\/pages)\//.test(id);
const isLibrary = (id: string): boolean => id.includes("/node_modules/");

/** Returns modules with all their static imports. */
function withImports(graph: Graph, roots: readonly string[]): Modules {
  const visited = new Set<string>();
  const pending = [...roots];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (visited.has(id)) continue;
    visited.add(id);
    pending.push(...(graph.getModuleInfo(id)?.importedIds ?? []));
  }
  return visited;
}

/**
 * Returns the chunk of each module that a page imports, which is the first chunk on the user's path that needs it.
 * Every chunk imports only earlier ones in this order: start, fields and login page, layout, kits, singles, pages. The
 * bundler decides about modules that only a click loads.
 */
function planOf(graph: Graph, root: string): ReadonlyMap<string, string> {
  const within = (parts: readonly string[]) =>
    withImports(
      graph,
      parts.map((part) => `${root}/src/${part}`),
    );
  const plan = new Map<string, string>();
  const assign = (ids: Iterable<string>, chunk: string) => {
    for (const id of ids) if (!plan.has(id) && !isText(id) && !isRarelyUsed(id)) plan.set(id, chunk);
  };

  const main = within(entries);
  const loginModules = within(login);
  // Modules that the start loads in the background, for example the live connection.
  const background = [...main]
    .flatMap((id) => graph.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
    .filter((id) => !isText(id) && ![...login, queue, ...rarelyLoaded].some((part) => id.endsWith(part)));
  const app = new Set([...within(layout), ...withImports(graph, background)]);
  const pageParts = [...new Set(Object.values(routeTable).map(({ parts }) => parts.join()))]
    .filter((parts) => parts !== login.join())
    .map((parts) => parts.split(","));
  const pageNames = pageParts.map(([page = ""]) => page.replace(/^.*\/|(-route|-page)?\.tsx$/g, ""));
  const pages = pageParts.map(within);
  const rootsOf = (kit: string) => (kits[kit] ?? []).map((part) => `${root}/src/${part}`);
  const kitModules = Object.keys(kits).map((kit) => [kit, withImports(graph, rootsOf(kit))] as const);
  const elsewhere = new Set([app, ...pages, ...kitModules.map(([, ids]) => ids)].flatMap((ids) => [...ids]));

  // The start chunk contains the modules that the login page shares with the list of people, and the frame of a
  // field, which most pages need. The other fields of the login page are loaded with the first form that needs them.
  // Its modules that only few pages need get a separate chunk.
  const frequent = new Set([...app, ...within(routeTable.users.parts), ...within(["ui/form/field.tsx"])]);
  const pagesOf = (id: string) => pages.flatMap((page, index) => (page.has(id) ? [index] : []));
  const start = [...main, ...[...loginModules].filter((id) => frequent.has(id))];
  assign(start.filter(isLibrary), "framework");
  assign(start, "start");
  assign(
    [...loginModules].filter((id) => pagesOf(id).length >= fieldPages),
    "fields",
  );
  assign(
    [...loginModules].filter((id) => elsewhere.has(id) || isLibrary(id)),
    "login-shared",
  );
  assign(loginModules, "login");
  assign(app, "app");

  const inPages = [...new Set(pages.flatMap((page) => [...page]))];
  for (const [kit, ids] of kitModules) {
    const withKit = new Set(rootsOf(kit).flatMap(pagesOf));
    const isOnlyThere = (id: string) => pagesOf(id).every((page) => withKit.has(page));
    assign([...ids].filter(isOnlyThere), kit);
    assign(
      inPages.filter((id) => pagesOf(id).length > (isFeatureModule(id) ? 2 : 1) && isOnlyThere(id)),
      kit,
    );
  }
  const isSmall = (id: string) => (graph.getModuleInfo(id)?.code?.length ?? 0) < smallestBytes;
  for (const [name, parts] of Object.entries(singles)) {
    const ids = [...within(parts)].filter((id) => !plan.has(id) && pagesOf(id).length < commonPages);
    // No page loads the chunk only for a small module, such as an icon.
    const withChunk = new Set(ids.filter((id) => !isSmall(id)).flatMap(pagesOf));
    assign(
      ids.filter((id) => !isSmall(id) || pagesOf(id).every((page) => withChunk.has(page))),
      name,
    );
  }
  const people = peoplePages.map(({ parts }) => within(parts));
  const isOnPeoplePages = (id: string) => people.filter((page) => page.has(id)).length > 1;
  const isShared = (id: string) => !plan.has(id) && pagesOf(id).length > 1;
  // Pages of each larger module that only some pages share.
  const sharing = inPages
    .filter((id) => isShared(id) && pagesOf(id).length < commonPages && !isOnPeoplePages(id) && !isSmall(id))
    .map(pagesOf);
  const sharesChunk = (id: string) => {
    const ownPages = pagesOf(id);
    return sharing.some(
      (sharedPages) => sharedPages[0] === ownPages[0] && ownPages.every((page) => sharedPages.includes(page)),
    );
  };
  const isCommon = (id: string) => {
    const { length } = pagesOf(id);
    return (
      length >= commonPages || (length > 1 && (isOnPeoplePages(id) || (isSmall(id) && !sharesChunk(id))))
    );
  };
  const isInLayout = (id: string) => {
    const chunk = plan.get(id);
    return chunk === undefined ? isCommon(id) : !Object.hasOwn(kits, chunk) && !Object.hasOwn(singles, chunk);
  };
  assign(
    inPages.filter((id) => [...withImports(graph, [id])].every(isInLayout)),
    "app",
  );
  for (const id of inPages) {
    const [first = "", second] = pagesOf(id).map((page) => pageNames[page]);
    assign([id], second === undefined ? first : `${first}-shared`);
  }
  return plan;
}

/** Returns the groups of the bundler for the chunks of the web app in `root`. */
export function chunkGroups(root: string): Rolldown.CodeSplittingGroup[] {
  let plan: ReadonlyMap<string, string> | undefined;
  return [
    {
      name: (id, graph) => (plan ??= planOf(graph, root)).get(id) ?? null,
      debugName: "plan",
      // The plan already contains them.
      includeDependenciesRecursively: false,
    },
  ];
}

/** Chunks that every page has loaded before its first dynamic import. */
const startChunks = /^assets\/(?:rolldown-runtime|framework|start)-[\w-]{7}\.js$/;
const appChunk = /^assets\/app-[\w-]{7}\.js$/;
/** Chunks of the login page, which is shown before the layout is loaded. */
const chunksBeforeApp = /^assets\/(?:start|fields|login[\w-]*)-[\w-]{7}\.js$/;

/**
 * Returns the chunks to preload for a dynamic import, which are those that its page may not have loaded yet. The start
 * chunk contains these lists for all imports, so they omit the chunks that are always loaded.
 */
export function missingChunks(
  file: string,
  chunks: readonly string[],
  { hostId }: { readonly hostId: string },
): string[] {
  const hasApp = !chunksBeforeApp.test(hostId);
  const missing = chunks.filter((chunk) => !startChunks.test(chunk) && !(hasApp && appChunk.test(chunk)));
  // The import itself downloads a chunk that needs no other.
  return missing.some((chunk) => chunk !== file) ? missing : [];
}
