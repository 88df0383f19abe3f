import type { Finding, Module, Rule } from "./tree.ts";

const web = "apps/web/src/";
const entities = `${web}entities/`;

/** A literal query key or prefix. The group is its first part. */
const keyLiteral = /\bqueryKey:\s*\[\s*"([^"]+)"/g;
/** An array that begins with a string, as in the key factories of `entities/`. */
const factoryLiteral = /\[\s*"([^"]+)"\s*[,\]]/g;
/** A literal key in a module of `entities/`, in a query or in a factory. */
const entityKey = /(?:(?<=\bqueryKey:\s*)\[|\[(?=[^\]]*\]\s*as const\b))\s*"([^"]+)"/g;
/** A call that reads. The group is its name in the contract. */
const readRoute = /\broute<[^>]+>\(\)\(\s*"([^"]+)",\s*"GET"/g;

/** A literal color such as `#0B7468` or `rgb(…)`, but not an anchor such as `href="#main"`. */
const rawColor = /(?<!href=["'])#[0-9a-f]{3,8}\b(?=["';\s)\]])|\b(?:rgba?|hsla?|oklch|oklab)\(/i;

/** The only module that runs changes itself; it applies the shared error policy. */
const changes = `${web}platform/forms/use-app-mutation.ts`;

/** The page that CONTRIBUTING.md uses as the example of a list, and the maximum number of lines of such a page. */
const exampleList = { path: `${web}features/workstations/workstations-page.tsx`, maxLines: 120 };

/** A call that deletes something. The groups are the name of its route and its name in the contract. */
const deletion = /\bconst (\w+) = route<[^>]+>\(\)\(\s*"([^"]+)",\s*"DELETE"/g;

/**
 * Calls that need no confirmation, because the user can undo them at once by signing in again, setting a new PIN or
 * choosing a plan.
 */
const unconfirmedCalls: ReadonlySet<string> = new Set([
  "notifications.delete",
  "sessions.end",
  "sessions.endOthers",
  "staff.cancelOffboarding",
  "userSecurity.endSession",
  "users.cancelEmailChange",
  "workstation.removePin",
]);

/** Rules about the web app that the linter cannot express. */
export const webRules: readonly Rule[] = [
  {
    name: "changes follow the shared error policy",
    check: ({ modules }) =>
      modules
        .filter(({ path, isTest }) => path.startsWith(web) && path !== changes && !isTest)
        .filter(({ text }) => /\buseMutation\b/.test(text))
        .map(({ path }) => ({ path, message: "calls useMutation; useAppMutation applies the error policy" })),
  },
  {
    name: "the example of a list page stays short",
    check: ({ modules }) =>
      modules
        .filter(
          ({ path, text }) => path === exampleList.path && text.split("\n").length - 1 > exampleList.maxLines,
        )
        .map(({ path }) => ({ path, message: `has more than ${exampleList.maxLines} lines` })),
  },
  {
    name: "components use the colors of the design tokens",
    check: ({ modules }) =>
      modules
        .filter(({ path, isTest }) => path.startsWith(web) && path.endsWith(".tsx") && !isTest)
        .flatMap(({ path, text }) => {
          const color = rawColor.exec(text)?.[0];
          return color === undefined ? [] : [{ path, message: `names the color ${color}; use a token` }];
        }),
  },
  {
    name: "deletions are confirmed first",
    check: ({ modules }) => {
      const sources = new Map(
        modules
          .filter(({ path, isTest }) => path.startsWith(web) && !isTest)
          .map((module) => [module.path, module] as const),
      );
      const hasConfirmDialog = (path: string) => /<ConfirmDialog\b/.test(sources.get(path)?.text ?? "");
      return [...sources.values()].flatMap((api) =>
        [...api.text.matchAll(deletion)]
          .filter(([, , name = ""]) => !unconfirmedCalls.has(name))
          .flatMap(([, constant = "", name = ""]) => {
            const callers = functionsWith(api.text, new RegExp(`\\b${constant}\\b`));
            return [...sources.values()]
              .filter(
                ({ text, imports }) =>
                  imports.some(({ target }) => target === api.path) && importsOneOf(text, callers),
              )
              .filter(
                ({ path, imports }) =>
                  !hasConfirmDialog(path) && !imports.some(({ target }) => hasConfirmDialog(target)),
              )
              .map(({ path }) => ({ path, message: `${name} without a ConfirmDialog` }));
          }),
      );
    },
  },
  {
    name: "shared query keys are defined once, in entities",
    check: ({ modules }) => {
      const sources = modules.filter(({ path, isTest }) => path.startsWith(web) && !isTest);
      const entityModules = sources.filter(({ path }) => path.startsWith(entities));
      const shared = new Set(entityModules.flatMap(({ text }) => matches(text, factoryLiteral)));
      const otherModules = sources.filter(({ path }) => !path.startsWith(entities));
      return [
        ...otherModules.flatMap(({ path, text }) =>
          matches(text, keyLiteral)
            .filter((first) => shared.has(first))
            .map((first) => ({ path, message: `the key "${first}" belongs to a factory of entities/` })),
        ),
        ...findDuplicates(entityModules, entityKey, "the key", (path) => path),
        ...findDuplicates(otherModules, keyLiteral, "the key"),
        ...findDuplicates(
          sources.filter(({ path }) => !path.startsWith(`${web}platform/`)),
          readRoute,
          "the call",
        ),
      ];
    },
  },
];

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, found = ""]) => found);
}

/** Returns the names of the exported functions whose text matches. */
function functionsWith(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(/^export (?:async )?function (\w+)[\s\S]*?^\}/gm)]
    .filter(([body]) => pattern.test(body))
    .map(([, name = ""]) => name);
}

/** Returns whether a module imports one of the functions as a value. */
function importsOneOf(text: string, names: readonly string[]): boolean {
  const clauses = [...text.matchAll(/^import \{([^}]*)\} from/gm)].map(([, clause = ""]) => clause);
  return names.some((name) =>
    clauses.some((clause) => new RegExp(`(?<!type\\s+)\\b${name}\\b`).test(clause)),
  );
}

/** Returns the part of the app that a module belongs to: a feature, `entities` or `app`. */
function partOf(path: string): string {
  return /^(?:features\/[^/]+|[^/]+)/.exec(path.slice(web.length))?.[0] ?? "";
}

/** Returns a finding for each text that is declared in more than one place. */
function findDuplicates(
  modules: readonly Module[],
  pattern: RegExp,
  what: string,
  placeOf: (path: string) => string = partOf,
): Finding[] {
  const places = new Map<string, string>();
  return modules.flatMap(({ path, text }) =>
    matches(text, pattern).flatMap((matchedText) => {
      const place = placeOf(path);
      const firstPlace = places.get(matchedText) ?? place;
      places.set(matchedText, firstPlace);
      return firstPlace === place
        ? []
        : [
            {
              path,
              message: `${what} "${matchedText}" is also declared in ${firstPlace}; declare it once, in entities/`,
            },
          ];
    }),
  );
}
