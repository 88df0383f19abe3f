import { readFileSync } from "node:fs";

/** Row of `docs/access.tsv` with a call and its allowed callers. */
export interface AccessRow {
  readonly method: string;
  readonly path: string;
  readonly audience: string;
  readonly scope: string;
}

/** Rows of the documented table. The matrix is compared with them, and never with the endpoint objects. */
export const accessTable: readonly AccessRow[] = readFileSync(
  new URL("../../../docs/access.tsv", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [method = "", path = "", , audience = "", scope = ""] = line.split("\t");
    return { method, path, audience, scope };
  });

export const keyOf = (call: { readonly method: string; readonly path: string }) =>
  `${call.method} ${call.path}`;

/** Properties of a kind of caller, defined independently of the server. */
export interface Kind {
  readonly role: string;
  readonly permissions: readonly string[];
  /**
   * `refused`: no valid session; `must change`: may only change the password; `suspended`: member of a suspended
   * organization; `outside`: signed in, but not (or not yet) a member of the "own" organization; `application`: a token
   * of the organization; `fallback`: a session of the legacy practice server alone.
   */
  readonly state:
    | "signed in"
    | "refused"
    | "must change"
    | "suspended"
    | "outside"
    | "application"
    | "fallback";
  readonly isPlatform: boolean;
}

const reading = ["organizations:read", "users:read"];
const ownerGrants = ["billing:read", "billing:write", "usage:read", "ai:read", "ai:use", "ai:manage"];
const member = (role: string, permissions: readonly string[], state: Kind["state"] = "signed in"): Kind => ({
  role,
  permissions,
  state,
  isPlatform: false,
});
const owner = (state: Kind["state"] = "signed in") =>
  member("org_admin", [...reading, "users:write", ...ownerGrants], state);
const platform = (role: string): Kind => ({ role, permissions: [], state: "signed in", isPlatform: true });

/** All kinds of callers that the matrix tries. */
export const kinds = {
  anonymous: member("", [], "refused"),
  viewer: member("viewer", reading),
  editor: member("editor", reading),
  practice_admin: member("practice_admin", [...reading, "users:write"]),
  org_admin: owner(),
  "org_admin of another organization": owner(),
  "a name without rights": member("hr", []),
  "a name with one right granted": member("hr", ["users:write", "users:read"]),
  admin: platform("admin"),
  super_admin: platform("super_admin"),
  // Locked by wrong password attempts of someone else: sign-in is blocked, existing sessions continue
  // (docs/member-states.tsv).
  locked: owner(),
  "an application with every scope": owner("application"),
  blocked: owner("refused"),
  deactivated: owner("refused"),
  expired: owner("refused"),
  removed: owner("refused"),
  "invited, member elsewhere": member("viewer", reading, "outside"),
  "removed, member elsewhere": member("viewer", reading, "outside"),
  "must change": owner("must change"),
  "of a suspended organization": owner("suspended"),
  "viewer of a suspended organization": member("viewer", reading, "suspended"),
  "signed out": owner("refused"),
  "token past its time": owner("refused"),
  "browser without its cookie": owner("refused"),
  "made-up token": owner("refused"),
  "a session of the fallback login": member("", [], "fallback"),
} as const satisfies Record<string, Kind>;
export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];

/**
 * The organization that a call names: the caller's own, another one, or a missing one (without a path parameter: no
 * header).
 */
export type Where = "own" | "foreign" | "missing";
export type Outcome =
  | "passes"
  | 401
  | 403
  | 404
  | "change password"
  | "409 ORGANIZATION_REQUIRED"
  | "403 ORGANIZATION_SUSPENDED"
  | "403 ORGANIZATION_MISMATCH"
  | "403 LEGACY_SESSION_LIMITED";

/** Calls open to a session that must change its password. */
const whileRestricted = [
  "POST /api/v1/auth/change-password",
  "POST /api/v1/auth/logout",
  "GET /api/v1/auth/check-auth",
];

/** Calls about the session itself. They work in every organization, so the header has no effect. */
const inNoOrganization = [
  "POST /api/v1/auth/download-ticket",
  "POST /api/v1/auth/logout",
  "GET /api/v1/auth/verify",
  "GET /api/session",
  "POST /api/logout",
];

/** Calls open to a session of the fallback login. */
const classicMode = [
  "GET /api/session",
  "POST /api/logout",
  "GET /api/health",
  "GET /api/praxis",
  "GET /api/patienten",
  "GET /api/test-descriptions",
];
/** Public call that checks the organization of a session, if there is one. */
const fallbackLogin = "POST /api/login";

/** GET calls that change or consume data. */
const readsWithEffect = ["GET /api/ai/stream"];

/**
 * Changes that an administrator may make while the organization is suspended. They concern their own access, the end of
 * the contract, and the organization's mandate.
 */
const ownAccess =
  /^(?!GET ).* \/api\/v1\/(?:auth\/(?:change-password|ws-ticket|lock|2fa\/(?:enable|disable|backup-codes)|step-up|step-up\/options|passkeys|passkeys\/options|passkeys\/\{id\}|sessions|sessions\/\{id\})|notifications\/(?:read-all|\{notificationId\}))$|^(?:POST|DELETE) \/api\/tenant\/organizations\/\{id\}\/notice$|^(?:PUT|DELETE) \/api\/billing\/mandate$/;

/** Call by which the operator lists the people of all organizations without naming one. */
const listAll = "GET /api/v1/users";

/** Reads that look up the person before they check access. */
const resolvesFirst = /\/users\/\{id\}\/(?:usage|organization-history)$|\/usage\/user\/\{id\}$/;

/** Returns the rule for reading about another person. No caller of the matrix reads about themselves. */
const isAboutOthers = (row: AccessRow) =>
  resolvesFirst.test(row.path) ? row.audience.replace("self | ", "") : row.audience;

/** Returns the outcome that a row of the table requires for a caller. */
export function expected(row: AccessRow, kind: Kind, where: Where): Outcome {
  if (kind.state === "fallback")
    return classicMode.includes(keyOf(row)) ? "passes" : "403 LEGACY_SESSION_LIMITED";
  const isForAnyone = keyOf(row) !== fallbackLogin || ["refused", "application"].includes(kind.state);
  if (row.audience === "public" && isForAnyone) return "passes";
  if (kind.state === "refused") return 401;
  if (kind.state === "must change" && !whileRestricted.includes(keyOf(row))) return "change password";
  const isInNone = inNoOrganization.includes(keyOf(row));
  const namesOrganization = organizationParameterOf(row);
  if (kind.state === "application") return expectedForApplication(row, kind, where);
  const isOutsider = where === "foreign" || (where === "own" && kind.state === "outside");
  // Without a header, a member works in their only organization. A path always names one.
  if (isOutsider && !kind.isPlatform && !isInNone) return 404;
  if (where === "missing" && namesOrganization) return 404;
  // Administrators of a suspended organization can still read, for invoices and export.
  const reads = row.method === "GET" && !readsWithEffect.includes(keyOf(row));
  const keepsOwnAccess =
    ownAccess.test(keyOf(row)) && keyOf(row) !== "DELETE /api/v1/notifications/{notificationId}";
  const keepsReading = (reads || keepsOwnAccess) && kind.role === "org_admin";
  if (kind.state === "suspended" && !isInNone && !keepsReading) return "403 ORGANIZATION_SUSPENDED";
  // A caller who belongs to no organization must name one.
  const worksInOrganization =
    /\/users(\/export|\/(enhanced\/|manage\/)?\{id\}.*)?$|\/org-tokens\/\{id\}$|^\/api\/(login|praxis|patienten|test-descriptions)$|^\/api\/billing\/|^\/api\/ai\/(policy|proxy|known-names|instruction(\/\{userId\})?|(shared-)?templates(\/\{templateId\})?|stream(\/ticket)?|transcribe|switches(\/(organization|person\/\{userId\}))?|providers\/\{p\}\/approval|v1\/.+)$/.test(
      row.path,
    ) &&
    !namesOrganization &&
    keyOf(row) !== listAll;
  if (where === "missing" && worksInOrganization && kind.isPlatform) return "409 ORGANIZATION_REQUIRED";
  if (where === "missing" && resolvesFirst.test(row.path)) return 404;
  const outcome = where === "missing" && row.method === "GET" && readsOne.test(row.path) ? 404 : "passes";
  // Calls for applications are closed to every session.
  if (isForApplications(row)) return 403;
  return kind.role === "super_admin" || rulePasses(isAboutOthers(row), kind) ? outcome : 403;
}

/** Reads of one person or one invoice, which must exist. */
const readsOne =
  /\/users\/(enhanced\/)?\{id\}(\/(employment|offboarding))?$|\/billing\/invoices\/\{invoiceId\}(\/file)?$|\/ai\/instruction\/\{userId\}$/;

/** Returns whether a path names the organization of the call. */
export const organizationParameterOf = ({ path }: { readonly path: string }) =>
  /\/(?:organizations?|provisioning\/status)\/\{id\}/.test(path);

const isForApplications = ({ audience }: AccessRow) => audience.startsWith("token+");

/** Calls that require a session but are also open to the scope `profile`. */
const ownProfile = ["GET /api/v1/users/me", "PUT /api/v1/users/me"];

/** Returns the outcome for an application, which has the person's permissions only in the organization of its token. */
function expectedForApplication(row: AccessRow, kind: Kind, where: Where): Outcome {
  if (where !== "own" && organizationParameterOf(row)) return 404;
  if (where === "foreign") return "403 ORGANIZATION_MISMATCH";
  if (ownProfile.includes(keyOf(row))) return "passes";
  const byPermission = row.audience
    .split(" | ")
    .map((rule) => rule.replace(/^token\+/, ""))
    .filter((rule) => rule.startsWith("permission:"));
  if (byPermission.length === 0 || !rulePasses(byPermission.join(" | "), kind)) return 403;
  return where === "missing" &&
    row.method === "GET" &&
    (readsOne.test(row.path) || resolvesFirst.test(row.path))
    ? 404
    : "passes";
}

function rulePasses(audience: string, kind: Kind): boolean {
  return audience.split(" | ").some((alternative) => {
    // The handler decides about "self" after body validation, which fails here, so the tests of the feature prove it.
    if (["public", "session", "self"].includes(alternative)) return true;
    const type = alternative.split(":", 1)[0];
    const value = alternative.slice(alternative.indexOf(":") + 1);
    if (type === "role") return value.split("|").includes(kind.role);
    // "token+permission" never matches, because a session is not a token.
    return type === "permission" && kind.permissions.includes(value);
  });
}
