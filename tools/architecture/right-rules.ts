import type { Rule } from "./tree.ts";

const service = /^apps\/server\/src\/features\/([^/]+)\/.+\.service\.ts$/;

/** Features whose services work without a caller to authorize. */
const featuresBeforeSignIn: ReadonlySet<string> = new Set([
  // Authenticates the caller, and this proof permits the change.
  "auth",
  "workstation",
  "sessions",
  "two-factor",
  "passkeys",
  "password-reset",
  // A one-time link replaces the permission.
  "setup",
  // Fills an empty database at start.
  "demo",
  // Marks and deletes only the caller's own notifications.
  "notifications",
  // Exports only what is stored about the caller.
  "own-data",
]);

/**
 * Services whose permission has already been proven by a mailed one-time link, a printed code, a token, or the call
 * that started the work.
 */
const provenServices: ReadonlySet<string> = new Set([
  "apps/server/src/features/members/invitation.service.ts",
  "apps/server/src/features/users/email/email-link.service.ts",
  "apps/server/src/features/org-tokens/application-tokens.service.ts",
  "apps/server/src/features/org-tokens/token-sign-in.service.ts",
  // Signs in without a session of the portal; the legacy practice server checks the password.
  "apps/server/src/features/legacy/fallback/fallback-login.service.ts",
  // Unlocks the account of a caller who cannot sign in; the printed code replaces the permission.
  "apps/server/src/features/emergency-code/redeem-code.service.ts",
  // Continues work that an authorized call has started.
  "apps/server/src/features/organizations/provisioning/provisioning.service.ts",
]);

/**
 * Authorization rules that the compiler cannot express. It rejects a wrong proof, but not a method that takes no proof.
 */
export const rightRules: readonly Rule[] = [
  {
    name: "only the demonstration and delayed entries choose the time of an audit entry",
    check: ({ modules }) =>
      modules
        .filter(({ path, isTest }) => !isTest && path.startsWith("apps/server/"))
        .filter(({ path }) => !path.startsWith("apps/server/src/features/demo/"))
        .filter(({ path }) => path !== "apps/server/src/features/legacy/fallback/fallback-audit.ts")
        .filter(({ text }) => text.includes(".recordPast("))
        .map(({ path }) => ({ path, message: "may not choose the time of an audit entry; call record()" })),
  },
  {
    name: "methods that write take an authorization",
    check: ({ modules }) =>
      modules.flatMap(({ path, text, isTest }) => {
        const feature = service.exec(path)?.[1];
        if (feature === undefined || isTest) return [];
        if (featuresBeforeSignIn.has(feature) || provenServices.has(path)) return [];
        const members = membersOf(text);
        return [...members]
          .filter(([name, body]) => !name.startsWith("#") && !body.includes("Authorized<"))
          .filter(([name]) => opensWriteTransaction(name, members, new Set()))
          .map(([name]) => ({ path, message: `${name}() writes without taking an Authorized<…>` }));
      }),
  },
];

/** Returns the text of each method and function of a formatted file by its name. */
function membersOf(text: string): ReadonlyMap<string, string> {
  const memberPositions = [
    ...text.matchAll(
      /^(?: {2}(?:static )?(?:async )?|(?:export )?(?:async )?function )(#?[a-z]\w*)(?:<[^(]*>)?\(/gm,
    ),
  ];
  return new Map(
    memberPositions.map(({ 1: name = "", index }, position) => [
      name,
      text.slice(index, memberPositions[position + 1]?.index),
    ]),
  );
}

/** Returns whether a method or function opens a write transaction, directly or through another one of the same file. */
function opensWriteTransaction(
  name: string,
  members: ReadonlyMap<string, string>,
  seen: Set<string>,
): boolean {
  const body = members.get(name);
  if (body === undefined || seen.has(name)) return false;
  seen.add(name);
  if (/\.write\(/.test(body)) return true;
  return [...body.matchAll(/(?:this\.|(?<![.\w#]))(#?[a-z]\w*)\(/g)].some(({ 1: called = "" }) =>
    opensWriteTransaction(called, members, seen),
  );
}
