import { type Defence, ofServer } from "./defence.ts";

const offboarding = "features/staff/offboarding.test.ts";
const lifecycle = "features/organizations/lifecycle.test.ts";
const settings = "features/organizations/settings.test.ts";
const effects = "features/organizations/setting-effects.test.ts";
const limits = "features/auth/sign-in/organization-limits.test.ts";
const tenantExport = "features/tenant-export/tenant-export.test.ts";
const archiveReader = "features/tenant-export/import/archive-reader.ts";
const refusedArchives = "features/tenant-export/import/refused-archives.test.ts";
const lifecycleTest = "features/organizations/organization-lifecycle.service.ts";

/** Closing organizations, platform-only rights, and session lengths. */
export const organizationDefences: readonly Defence[] = ofServer([
  {
    cases: ["N22"],
    without: "a closed organization ends the sessions of its people",
    file: "features/organizations/organization-closing.ts",
    find: "if (personIds.length > 0) await this.#dependencies.sessions.end(tx, { personIds }, why.reason);",
    put: "",
    proof: [
      lifecycle,
      "R7o-07 requires the typed name, the version and a step-up, and then signs out every member",
    ],
  },
  {
    cases: ["N07", "N08"],
    without: "an administrator cannot change platform settings",
    file: "features/organizations/organization-settings.service.ts",
    find: 'context.principal.role === "super_admin"',
    put: "true",
    proof: [settings, "R7o-06 N07 refuses an org_admin"],
  },
  {
    cases: ["N07"],
    without: "security settings need a fresh proof",
    file: "features/organizations/organization-settings.service.ts",
    find: "if (requested.isRisky) assertFresh(context.caller, now);",
    put: "",
    proof: [settings, "security and integration need a fresh proof"],
  },
  {
    cases: ["N07"],
    without: "state transitions follow the table",
    file: lifecycleTest,
    find: 'if (!canTransition(from, to)) throw new ProblemError("CONFLICT");',
    put: "",
    proof: [
      lifecycle,
      "R7n-05 R7n-06 R4-75 blocks people and applications; reactivating a suspended trial makes it active",
    ],
  },
  {
    cases: ["N07"],
    without: "a deleted organization can be restored only within 30 days",
    file: lifecycleTest,
    find: "if (isLate || locked.erased_at !== null) throw",
    put: "if (locked.erased_at !== null) throw",
    proof: [lifecycle, "R7o-07 can be restored unchanged within 30 days, and not later"],
  },
  {
    cases: ["N21"],
    without: "administrators of a suspended organization cannot change anything",
    file: "platform/request-context/resolve-organization.ts",
    find: 'const isAllowed = onlyReads || endpoint.whenReadOnly === "always";',
    put: "const isAllowed = true;",
    proof: [lifecycle, "R7n-05 its administrators can still read, but change nothing"],
  },
  {
    cases: ["N21"],
    without: "only administrators read in a suspended organization",
    file: "platform/request-context/resolve-organization.ts",
    find: 'if (!isAllowed || role !== "org_admin" || caller.token !== undefined)',
    put: "if (!isAllowed)",
    proof: [
      "features/organizations/organizations.routes.test.ts",
      "members of a suspended organization learn that it is suspended",
    ],
  },
  {
    cases: ["N21"],
    without: "an organization without applications rejects their tokens",
    file: "features/org-tokens/application-tokens.service.ts",
    find: "      found.applications_allowed &&\n",
    put: "",
    proof: [effects, "R7t-03 R7t-20 without applications"],
  },
  {
    cases: ["N21"],
    without: "an organization without applications issues no tokens",
    file: "features/org-tokens/application-tokens.service.ts",
    find: "if (!(await queries.allowsApplications(tx, grant.organization.id))) {",
    put: "if (grant.organization.id === undefined) {",
    proof: [effects, "R7t-03 R7t-20 without applications"],
  },
  {
    cases: ["N15"],
    without: "the organization's idle limit ends a session",
    file: "features/auth/session/session-rules.ts",
    find: "idleMs: Math.min(sessionIdleMinutesMax, ...minutes) * minuteMs,",
    put: "idleMs: Math.max(sessionIdleMinutesMax, ...minutes) * minuteMs,",
    proof: [limits, "end calls and renewals after the organization's minutes without activity"],
  },
  {
    cases: ["N15"],
    without: "the organization's absolute limit ends an active session",
    file: "features/auth/session/session-rules.ts",
    find: "const allowedMs = session.rememberMe && mayRemember ? rememberedSessionLengthMs : lengthMs;",
    put: "const allowedMs = lengthMs + rememberedSessionLengthMs;",
    also: [
      {
        file: "features/auth/session/begin-session.ts",
        find: "now.getTime() + (rememberMe ? rememberedSessionLengthMs : bounds.lengthMs),",
        put: "now.getTime() + rememberedSessionLengthMs,",
      },
    ],
    proof: [limits, "end a busy session after the organization's hours (remember-me"],
  },
  {
    cases: ["N15"],
    without: "no device is trusted where the organization disables remembering",
    file: "features/auth/sign-in/login.service.ts",
    find: "now < until && mayRemember &&",
    put: "now < until &&",
    proof: [
      limits,
      "require a second factor on a remembered device if the organization does not allow remember-me",
    ],
  },
  {
    cases: ["N22"],
    without: "an offboarding ends the sessions of the person",
    file: "features/staff/offboarding.ts",
    find: "const ended = await sessions.end(tx, filter, reason);",
    put: "const ended: Awaited<ReturnType<typeof sessions.end>> = filter && [];",
    proof: [offboarding, "ends all access in one transaction and keeps a record"],
  },
  {
    cases: ["N22"],
    without: "an offboarding does not affect other organizations",
    file: "features/staff/offboarding.ts",
    find: "hasOtherMemberships ? { personId, organizationId } : { personId };",
    put: "{ personId };",
    proof: [offboarding, "does not affect other organizations, their sessions and the second factor"],
  },
  {
    cases: ["N11"],
    without: "a planned offboarding cannot remove the last administrator",
    file: "features/staff/offboarding.ts",
    find: "await assertNotLastAdministrator(tx, organizationId, member, now);",
    put: "",
    proof: [offboarding, "R1-11 N11 of the last administrator is blocked until there is another one"],
  },
  {
    cases: ["N12"],
    without: "users offboard only members of lower rank",
    file: "features/staff/offboarding.service.ts",
    find: "assertNoFault(membershipFault(authority));\n      assertFresh(caller, now);",
    put: "assertFresh(caller, now);",
    proof: [offboarding, "frees the seat; users cannot offboard themselves or people with more rights"],
  },
  {
    cases: ["N80"],
    without: "an export of an organization needs a fresh proof",
    file: "features/tenant-export/tenant-export.routes.ts",
    find: "async (context) => exports.assertFresh(context),",
    put: "undefined,",
    proof: [tenantExport, "R0-298 N80 needs a step-up and is told to all org_admins"],
  },
  {
    cases: ["N80"],
    without: "all administrators hear of an export, also the one who made it",
    file: "features/notifications/administrator-notices.ts",
    find: 'groups[kind] === "export" ? null : actorId,',
    put: "actorId,",
    proof: [tenantExport, "R0-298 N80 needs a step-up and is told to all org_admins"],
  },
  {
    cases: ["N80"],
    without: "a process serves two exports at once",
    file: "features/tenant-export/tenant-export.routes.ts",
    find: "finished(reply.raw, exports.takeSlot());",
    put: "",
    proof: [tenantExport, "N80 is served to two clients at once, and to the next when one of them leaves"],
  },
  {
    cases: ["N81"],
    without: "an archive contains the rows of its manifest",
    file: archiveReader,
    find: 'if (count !== expected?.count || hash.digest("hex") !== expected.sha256)',
    put: "if (count < 0)",
    proof: [refusedArchives, "and changes nothing"],
  },
  {
    cases: ["N81"],
    without: "an archive is not far larger inside",
    file: archiveReader,
    find: "if (bytes > zip.fileSize * maxRatio)",
    put: "if (bytes < 0)",
    proof: [refusedArchives, "and changes nothing"],
  },
  {
    cases: ["N81"],
    without: "an archive contains known files only",
    file: archiveReader,
    find: "if (!knownFiles.has(fileName) && !invoiceFile.test(fileName))",
    put: 'if (fileName === "")',
    proof: [refusedArchives, "and changes nothing"],
  },
]);
