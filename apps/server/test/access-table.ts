import { readFileSync } from "node:fs";

/** A row of `docs/access.tsv`: a call and who may make it. */
export interface AccessRow {
  readonly method: string;
  readonly path: string;
  readonly who: string;
  readonly scope: string;
}

/** What the matrix is held against: the table a person can read, never the endpoint objects. */
export const accessTable: readonly AccessRow[] = readFileSync(
  new URL("../../../docs/access.tsv", import.meta.url),
  "utf8",
)
  .trimEnd()
  .split("\n")
  .slice(1)
  .map((line) => {
    const [method = "", path = "", , who = "", scope = ""] = line.split("\t");
    return { method, path, who, scope };
  });

export const keyOf = (call: { readonly method: string; readonly path: string }) =>
  `${call.method} ${call.path}`;

/** What a kind of caller is, independent of the server's own arithmetic. */
export interface Kind {
  readonly role: string;
  readonly permissions: readonly string[];
  /**
   * `refused`: nothing proves a session; `must change`: only the password may be changed; `suspended`: works in a
   * practice that is suspended; `outside`: signed in, but in her "own" practice she is not (or not yet) a member; `application`: a token of the practice.
   */
  readonly state: "signed in" | "refused" | "must change" | "suspended" | "outside" | "application";
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

/** Every kind of caller the matrix tries. */
export const kinds = {
  anonymous: member("", [], "refused"),
  viewer: member("viewer", reading),
  editor: member("editor", reading),
  practice_admin: member("practice_admin", [...reading, "users:write"]),
  org_admin: owner(),
  "org_admin of another practice": owner(),
  "a name without rights": member("hr", []),
  "a name with one right granted": member("hr", ["users:write", "users:read"]),
  admin: platform("admin"),
  super_admin: platform("super_admin"),
  // Locked by somebody's wrong guesses: signing in waits, the session she has goes on (docs/member-states.tsv).
  locked: owner(),
  "an application with every scope": owner("application"),
  blocked: owner("refused"),
  deactivated: owner("refused"),
  expired: owner("refused"),
  removed: owner("refused"),
  "invited, member elsewhere": member("viewer", reading, "outside"),
  "removed, member elsewhere": member("viewer", reading, "outside"),
  "must change": owner("must change"),
  "of a suspended practice": owner("suspended"),
  "viewer of a suspended practice": member("viewer", reading, "suspended"),
  "signed out": owner("refused"),
  "token past its time": owner("refused"),
  "browser without its cookie": owner("refused"),
  "made-up token": owner("refused"),
} as const satisfies Record<string, Kind>;
export type KindName = keyof typeof kinds;
export const kindNames = Object.keys(kinds) as KindName[];

/** The practice a call names: the caller's own, another's, or one that does not exist (no header: none named). */
export type Where = "own" | "foreign" | "missing";
export type Outcome =
  | "passes"
  | 401
  | 403
  | 404
  | "change password"
  | "409 ORGANIZATION_REQUIRED"
  | "403 ORGANIZATION_SUSPENDED"
  | "403 ORGANIZATION_MISMATCH";

/** Calls a session may still make that has to change its password. */
const whileRestricted = [
  "POST /api/v1/auth/change-password",
  "POST /api/v1/auth/logout",
  "GET /api/v1/auth/check-auth",
];

/** Calls about the session itself; they always work, so the header plays no part. */
const inNoPractice = ["POST /api/v1/auth/logout", "GET /api/v1/auth/verify"];

/** What changes or spends something although it is asked for like a read. */
const acts = ["GET /api/ai/stream"];

/** The operator lists the people of all practices without naming one. */
const listAll = "GET /api/v1/users";

/** Reads about a person that look for her before they ask who wants to know. */
const looksFirst = /\/users\/\{id\}\/(?:usage|organization-history)$|\/usage\/user\/\{id\}$/;

/** The rule for a read about somebody else; of the matrix's people nobody asks about herself. */
const ofOthers = (row: AccessRow) => (looksFirst.test(row.path) ? row.who.replace("self | ", "") : row.who);

/** What the row of the table means for a caller; the server is not asked. */
export function expected(row: AccessRow, kind: Kind, where: Where): Outcome {
  if (row.who === "public") return "passes";
  if (kind.state === "refused") return 401;
  if (kind.state === "must change" && !whileRestricted.includes(keyOf(row))) return "change password";
  const isInNone = inNoPractice.includes(keyOf(row));
  const namesPractice = namesPracticeIn(row);
  if (kind.state === "application") return expectedOfApplication(row, kind, where);
  const isStranger = where === "foreign" || (where === "own" && kind.state === "outside");
  // Without a header a member works in her only practice; a path always names one.
  if (isStranger && !kind.isPlatform && !isInNone) return 404;
  if (where === "missing" && namesPractice) return 404;
  // Administrators keep reading: what they pay and what they take with them.
  const keepsReading = row.method === "GET" && !acts.includes(keyOf(row)) && kind.role === "org_admin";
  if (kind.state === "suspended" && !isInNone && !keepsReading) return "403 ORGANIZATION_SUSPENDED";
  // Somebody who belongs to no practice has to say which one she means.
  const worksInPractice =
    /\/users(\/export|\/(enhanced\/|manage\/)?\{id\}.*)?$|\/org-tokens\/\{id\}$|^\/api\/billing\/|^\/api\/ai\/(policy|proxy|stream(\/ticket)?|transcribe|switches(\/(practice|person\/\{userId\}))?|providers\/\{p\}\/approval|v1\/.+)$/.test(
      row.path,
    ) &&
    !namesPractice &&
    keyOf(row) !== listAll;
  if (where === "missing" && worksInPractice && kind.isPlatform) return "409 ORGANIZATION_REQUIRED";
  if (where === "missing" && looksFirst.test(row.path)) return 404;
  const mayPass = where === "missing" && row.method === "GET" && readsPerson.test(row.path) ? 404 : "passes";
  // What is meant for applications is closed to every session.
  if (isForApplications(row)) return 403;
  return kind.role === "super_admin" || rulePasses(ofOthers(row), kind) ? mayPass : 403;
}

/** Reads of one person, who has to exist. */
const readsPerson = /\/users\/(enhanced\/)?\{id\}(\/(employment|leaving))?$/;

/** Whether a path names the practice of the call. */
export const namesPracticeIn = ({ path }: { readonly path: string }) => /\/organizations?\/\{id\}/.test(path);

const isForApplications = ({ who }: AccessRow) => who.startsWith("token+");

/** What the scope `profile` opens, though it asks for a session. */
const ownProfile = ["GET /api/v1/users/me", "PUT /api/v1/users/me"];

/** An application does what the person may do by her permissions, in the practice of its token and nowhere else. */
function expectedOfApplication(row: AccessRow, kind: Kind, where: Where): Outcome {
  if (where !== "own" && namesPracticeIn(row)) return 404;
  if (where === "foreign") return "403 ORGANIZATION_MISMATCH";
  if (ownProfile.includes(keyOf(row))) return "passes";
  const byPermission = row.who
    .split(" | ")
    .map((rule) => rule.replace(/^token\+/, ""))
    .filter((rule) => rule.startsWith("permission:"));
  if (byPermission.length === 0 || !rulePasses(byPermission.join(" | "), kind)) return 403;
  return where === "missing" &&
    row.method === "GET" &&
    (readsPerson.test(row.path) || looksFirst.test(row.path))
    ? 404
    : "passes";
}

function rulePasses(who: string, kind: Kind): boolean {
  return who.split(" | ").some((alternative) => {
    // "self" is decided by the handler, after the body that is refused here; the feature's own tests prove it.
    if (alternative === "session" || alternative === "self") return true;
    const type = alternative.split(":", 1)[0];
    const value = alternative.slice(alternative.indexOf(":") + 1);
    if (type === "role") return value.split("|").includes(kind.role);
    // "token+permission": no session of anybody is a token of the practice.
    return type === "permission" && kind.permissions.includes(value);
  });
}
