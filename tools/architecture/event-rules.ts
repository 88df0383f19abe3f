import type { Finding, Module, Rule, Tree } from "./tree.ts";

const declarations = /^packages\/contract\/src\/events\/[a-z]+-events\.ts$/;
const services = /^apps\/server\/src\/(features|directory)\//;

/** Modules that may publish messages or clear caches themselves. */
const publishers: ReadonlySet<string> = new Set([
  // Renews the cached row of a caller whose activity it stored.
  "apps/server/src/features/auth/session/activity-recorder.ts",
  // Clears the cache of callers after a hint on the bus.
  "apps/server/src/features/auth/create-auth.ts",
  // Owns the cache of AI settings, and clears it after a hint on the bus.
  "apps/server/src/features/ai/eligibility/model-eligibility.ts",
]);

/** Past tenses: words that end in "ed", and the irregular forms in use. */
const pastForms = /(^|_)([a-z]+ed|set|reset|sent|resent|given|withdrawn|undone|paid)(_|$)/;

/** Rules about domain events. The effects of a change are declared once and not published elsewhere. */
export const eventRules: readonly Rule[] = [
  {
    name: "live updates and caches follow from declared events",
    check: ({ modules }) =>
      modules
        .filter(({ path, isTest }) => services.test(path) && !isTest && !publishers.has(path))
        .flatMap(({ path, text }) => {
          const call = /\.(publish|forget|forgetPerson|forgetAll)\(/.exec(text)?.[1];
          return call === undefined ? [] : [{ path, message: `calls ${call}(); record the change instead` }];
        }),
  },
  {
    name: "recorded changes are declared",
    check: (tree) => {
      const declared = declaredEvents(tree);
      const names = new Set(declared.map(({ key }) => key));
      return [
        ...declared.flatMap(faultsOf),
        ...tree.modules.flatMap((module) => findUndeclared(module, names)),
      ];
    },
  },
  {
    name: "declared changes are recorded",
    check: (tree) => {
      // Policies only list actions and do not record them.
      const sources = tree.modules.filter(
        ({ path, isTest }) => path.startsWith("apps/server/src/") && !isTest && !path.endsWith(".policy.ts"),
      );
      return declaredEvents(tree)
        .filter(({ key }) => !sources.some(({ text }) => text.includes(`"${key}"`)))
        .map(({ path, key }) => ({ path, message: `the server records no ${key}` }));
    },
  },
];

type Declared = { path: string; key: string; body: string };

function declaredEvents({ modules }: Tree): Declared[] {
  return modules
    .filter(({ path }) => declarations.test(path) && !path.endsWith("/domain-events.ts"))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^ {2}"([^"]+)": defineEvent\(\{(.*?)\}\),$/gms)].map(([, key = "", body = ""]) => ({
        path,
        key,
        body,
      })),
    );
}

function faultsOf({ path, key, body }: Declared): Finding[] {
  const name = /\bname: "([^"]*)"/.exec(body)?.[1] ?? "";
  const [area, past = "", ...rest] = name.split(".");
  const faults = [
    ...(["name", "ids", "isPublic", "live", "caches"] as const)
      .filter((field) => !new RegExp(`\\b${field}: `).test(body))
      .map((field) => `does not declare ${field}`),
    ...(rest.length === 0 && /^[a-z]+$/.test(area ?? "") && pastForms.test(past)
      ? []
      : [`is named "${name}", not dotted and in the past tense`]),
  ];
  return faults.map((fault) => ({ path, message: `${key} ${fault}` }));
}

/** Finds recorded names without a declaration. The compiler accepts them after a cast. */
function findUndeclared({ path, text, isTest }: Module, names: ReadonlySet<string>): Finding[] {
  if (isTest || !path.startsWith("apps/server/src/") || !text.includes(".record(")) return [];
  const recorded = [...text.matchAll(/\b(?:action|event)(?::| =) ([^,;{]*)/g)].flatMap(([, value = ""]) =>
    [...value.matchAll(/"([a-z]+\.[a-z_.]+)"/g)].map(([, name = ""]) => name),
  );
  return [...new Set(recorded)]
    .filter((name) => !names.has(name))
    .map((name) => ({
      path,
      message: `records ${name}, which packages/contract/src/events does not declare`,
    }));
}
