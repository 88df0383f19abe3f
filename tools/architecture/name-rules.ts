import type { Finding, Rule, Tree } from "./tree.ts";

/** Feature names, identical in contract, server, web, e2e and docs. */
const features = [
  "auth",
  "two-factor",
  "passkeys",
  "password-reset",
  // The printed code that unlocks the administrator of an organization.
  "emergency-code",
  "sessions",
  // Locking and unlocking a session on a shared device. The devices themselves belong to `workstations`.
  "workstation",
  "workstations",
  "organizations",
  "departments",
  // Locations of an organization ("Betriebsstätten").
  "sites",
  "members",
  // Onboarding and offboarding of members, external people and their checklists.
  "staff",
  // Regular reviews of rights.
  "reviews",
  "users",
  // Administrator actions on an account's security: unlock, block, recovery code.
  "user-security",
  // Preferences of users for the interface: columns, saved views, sidebar.
  "preferences",
  "permissions",
  "org-tokens",
  "ai",
  // The AI instruction of members, and its confirmations.
  "ai-instruction",
  // Prompt templates, and the names that are marked in prompts.
  "ai-templates",
  "usage",
  "billing",
  // Invoices, credit notes and the operator's runs; payments are entered and exchanged with banks in
  // `payments`.
  "invoices",
  "payments",
  // Export of everything that is stored about the caller.
  "own-data",
  "tenant-export",
  // Evidence folders ("Nachweis-Mappe") for inspections.
  "evidence",
  "tenants",
  // Failed messages and jobs of the platform, which the operator retries.
  "background-work",
  "webhooks",
  "audit",
  "notifications",
  "settings",
  "cloud-sync",
  "legacy",
  // Creates the first administrator of an empty installation.
  "setup",
  // Data that the web app needs when it starts, in one call.
  "start",
];

/** Features that exist in one layer only. */
const ownFeatures: Readonly<Record<Layer, readonly string[]>> = {
  contract: [],
  server: ["demo"],
  // The chat page for clinicians; the gateway behind it belongs to `ai`.
  web: ["assistant"],
};

type Layer = "contract" | "server" | "web";

const featureFile = /^(packages\/contract|apps\/server|apps\/web)\/src\/(?:features\/)?([^/]+)\/(.+)$/;

/** Allowed file roles per layer. A plain kebab-case name is a helper of its feature. */
const fileNames: Readonly<Record<Layer, RegExp>> = {
  contract: /^[a-z0-9-]+\.(schema|endpoints|rules)(\.test)?\.ts$/,
  server:
    /^[a-z0-9-]+(\.(routes|service|queries|platform-queries|policy|presenter|worker|mails))?(\.[a-z-]+)?\.ts$|^[a-z0-9-]+\.(de|en|fr|it)\.json$/,
  web: /^[a-z0-9-]+(\.(api|store|actions|messages|routes|policy))?(\.test)?\.tsx?$|^[a-z0-9-]+\.(de|en|fr|it)\.json$|^[a-z0-9-]+\.golden\.txt$/,
};

const languages = ["de", "en", "fr", "it"];

/** e2e files that test the portal across features. */
const crossCuttingSpecs = [
  "accessibility",
  "dashboard",
  "fuzz",
  "i18n",
  "navigation",
  "offline",
  "pending",
  "realtime",
  "screens",
  "security",
  "shell",
  "start",
  "theme",
];

/** Rules about file names and locations that the linter cannot express. */
export const nameRules: readonly Rule[] = [
  {
    name: "feature folders have known names",
    check: (tree) => {
      const folders = new Map(featureFiles(tree).map((file) => [`${file.layer}/${file.feature}`, file]));
      return [...folders.values()]
        .filter(({ layer, feature }) => !features.includes(feature) && !ownFeatures[layer].includes(feature))
        .map(({ path, feature }) => ({ path, message: `unknown feature "${feature}"` }));
    },
  },
  {
    name: "file names state the role of the file",
    check: (tree) =>
      featureFiles(tree)
        // Fixtures are data. A recording is named after its source.
        .filter(({ path }) => !/\/fixtures\/[a-z0-9-]+\.(json|sse|xml|xsd)$/.test(path))
        .filter(({ layer, name }) => !fileNames[layer].test(name))
        .map(({ path, layer }) => ({ path, message: `the name matches no pattern of the ${layer}` })),
  },
  {
    name: "routes and endpoints are named after their feature",
    check: (tree) =>
      featureFiles(tree)
        .filter(({ name }) => /\.(routes|endpoints)\.ts$/.test(name))
        .filter(({ name, feature, layer }) => layer !== "web" && !name.startsWith(`${feature}.`))
        .map(({ path, feature }) => ({ path, message: `is not named ${feature}.<role>.ts` })),
  },
  {
    name: "features of the server and the web app exist in the contract",
    check: (tree) => {
      const files = featureFiles(tree);
      const contractFeatures = new Set(
        files.filter(({ layer }) => layer === "contract").map(({ feature }) => feature),
      );
      return files
        .filter(({ layer, name }) => layer === "server" && name.endsWith(".routes.ts"))
        .filter(({ feature }) => !contractFeatures.has(feature))
        .map(({ path, feature }) => ({ path, message: `packages/contract/src/${feature}/ does not exist` }));
    },
  },
  {
    name: "browser tests are named after a feature",
    check: ({ files }) =>
      files
        .filter((path) => /^e2e\/.+\.spec\.ts$/.test(path))
        // Journeys cover several features and are named after their number and purpose.
        .filter((path) => !/^e2e\/journeys\/j\d+-[a-z0-9-]+\.spec\.ts$/.test(path))
        .filter((path) => {
          const name = path.slice(path.lastIndexOf("/") + 1, -".spec.ts".length);
          return ![...features, ...crossCuttingSpecs].some(
            (feature) => name === feature || name.startsWith(`${feature}-`),
          );
        })
        .map((path) => ({ path, message: "the name does not begin with a feature" })),
  },
  {
    name: "texts exist in every language",
    check: ({ files }) => {
      const allFiles = new Set(files);
      return files.flatMap((path) => {
        const match = /^(apps\/web\/src\/.+|packages\/contract\/src\/[^/]+)\.(de|en|fr|it)\.json$/.exec(path);
        if (match === null) return [];
        return languages
          .filter((language) => !allFiles.has(`${match[1]}.${language}.json`))
          .map((language) => ({ path, message: `has no ${language} version` }));
      });
    },
  },
  {
    name: "migrations are numbered without gaps",
    check: ({ files }) => {
      const migrations = files.filter((path) => path.startsWith("apps/server/migrations/"));
      return migrations.flatMap((path, index): Finding[] => {
        const match = /\/(\d{4})-[a-z0-9]+(-[a-z0-9]+)+\.sql$/.exec(path);
        if (match === null) return [{ path, message: "is not named NNNN-<verb-phrase>.sql" }];
        return Number(match[1]) === index + 1
          ? []
          : [{ path, message: `the number ${String(index + 1).padStart(4, "0")} is next` }];
      });
    },
  },
  {
    name: "no build output beside sources",
    check: ({ files }) =>
      files
        .filter(
          (path) => /^(packages|apps)\/[^/]+\/(src|test)\//.test(path) || /^(tools|e2e|bench)\//.test(path),
        )
        .filter((path) => /\.(js|cjs|jsx|map|tsbuildinfo)$|\.d\.([a-z]+\.)?[cm]?ts$/.test(path))
        .map((path) => ({ path, message: "looks like build output" })),
  },
];

type FeatureFile = { path: string; layer: Layer; feature: string; name: string };

/** Returns the files inside feature folders. A subfolder belongs to its feature. */
function featureFiles({ files }: Tree): FeatureFile[] {
  return files.flatMap((path): FeatureFile[] => {
    const match = featureFile.exec(path);
    if (match === null) return [];
    const [, root, feature = "", rest = ""] = match;
    const layer = root === "packages/contract" ? "contract" : root === "apps/server" ? "server" : "web";
    if (layer !== "contract" && !path.includes("/src/features/")) return [];
    // The domain events of all features are declared together.
    if (path.startsWith("packages/contract/src/events/")) return [];
    // The recognizer consists of rules and word lists, which are named after the kind of data they find.
    if (path.startsWith("packages/contract/src/ai/redaction/")) return [];
    return [{ path, layer, feature, name: rest.slice(rest.lastIndexOf("/") + 1) }];
  });
}
