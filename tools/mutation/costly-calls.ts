import { type Defense, serverDefenses } from "./defense.ts";

const aiTest = (name: string) => `features/ai/${name}.test.ts`;

const mailLimits = "directory/mail-limits.ts";
const mailTest = "features/auth/sign-in/mail-limits.test.ts";
const slots = "platform/http/calls/call-slots.ts";
const slotsTest = "platform/http/calls/call-slots.test.ts";
const shares = "apps/server/test/ai/ai-shares.test.ts";

/**
 * Limits on calls that use up shared resources or send mail, and the binding of keys and approvals to a provider's
 * address.
 */
export const costlyCallDefenses: readonly Defense[] = serverDefenses([
  {
    cases: ["N60"],
    guarantee: "a new origin drops the stored key",
    file: "features/ai/providers/providers.service.ts",
    find: "const newKey = apiKey === undefined && isDifferentOrigin ? null : apiKey;",
    put: "const newKey = apiKey;",
    proof: [
      aiTest("providers/provider-moves"),
      "drops the stored key, and changing back does not restore it",
    ],
  },
  {
    cases: ["N60"],
    guarantee: "a provider whose address changes loses its approvals",
    file: "features/ai/providers/providers.service.ts",
    find: "if (isDifferentOrigin || after.region !== row.region)",
    put: "if (columns.enabled === null)",
    proof: [aiTest("providers/provider-moves"), "withdraws approvals, refuses calls and notifies owners"],
  },
  {
    cases: ["N60"],
    guarantee: "an approval is bound to origin and region",
    file: "features/ai/providers/catalogue.ts",
    find: "return row.approved && (isSameEndpoint || provider.is_demo);",
    put: "return row.approved && (isSameEndpoint || provider.key !== '');",
    proof: [aiTest("providers/provider-moves"), "counts as none and can be given again"],
  },
  {
    cases: ["N63"],
    guarantee: "a person has a maximum number of parallel uploads",
    file: "platform/http/uploads/upload-slots.ts",
    find: "max: uploadsPerPerson }",
    put: "max: 1000 * uploadsPerPerson }",
    proof: [shares, "N63 are rejected beyond the limit per person until another one ends"],
  },
  {
    cases: ["N63"],
    guarantee: "an organization has a maximum number of parallel uploads",
    file: "platform/http/uploads/upload-slots.ts",
    find: "max: uploadsPerOrganization }",
    put: "max: 1000 * uploadsPerOrganization }",
    proof: [shares, "N63 of an organization that fills its share do not affect another organization"],
  },
  {
    cases: ["N63"],
    guarantee: "approval is checked before a recording is received",
    file: "features/ai/transcription/transcription.service.ts",
    find: "const eligibility = await this.#dependencies.eligibility.checkTranscription({ db, personId });\n    assertUsable(eligibility);",
    put: "const eligibility = await this.#dependencies.eligibility.checkTranscription({ db, personId });",
    proof: [shares, "N63 are refused before they are received if the organization approved no provider"],
  },
  {
    cases: ["N63"],
    guarantee: "quota is checked before a recording is received",
    file: "features/ai/transcription/transcription.service.ts",
    find: "if (scope !== undefined) throw",
    put: "if (scope === null) throw",
    proof: [shares, "N63 are refused before they are received if the quota of the"],
  },
  {
    cases: ["N63"],
    guarantee: "an upload has a minimum rate",
    file: "platform/http/uploads/body-reader.ts",
    find: "if (isTooSlow && !this.#isFinished)",
    put: "if (isTooSlow && this.#isFinished)",
    proof: [
      "platform/http/uploads/upload.test.ts",
      "N63 is aborted if the client keeps it open with occasional bytes",
    ],
  },
  {
    cases: ["N71"],
    guarantee: "a person has a maximum number of parallel AI calls",
    file: "features/ai/calls/running-calls.ts",
    find: "max: perPerson }",
    put: "max: 1000 * perPerson }",
    proof: [shares, "N71 of one person are limited in number, and another begins when one ends"],
  },
  {
    cases: ["N71"],
    guarantee: "an organization has a maximum number of parallel AI calls",
    file: "features/ai/calls/running-calls.ts",
    find: "max: perOrganization }",
    put: "max: 1000 * perOrganization }",
    proof: [shares, "N71 of one organization are limited in number, and those of others can continue"],
  },
  {
    cases: ["N66"],
    guarantee: "a person's address changes are limited per day",
    file: mailLimits,
    find: "perDay(emailChangesPerPersonPerDay)",
    put: "perDay(1000 * emailChangesPerPersonPerDay)",
    also: [
      {
        find: 'await this.#limits.assertOpen(attemptKey("address-changes", personId));',
        put: "",
      },
    ],
    proof: [mailTest, "N66 can be requested a few times a day; after that no mail is sent"],
  },
  {
    cases: ["N66"],
    guarantee: "mails of an organization to one stranger are limited per day",
    file: mailLimits,
    find: '[attemptKey("mails-pair", organization.id, email), perDay(externalMailsPerRecipientPerDay)],',
    put: "",
    proof: [mailTest, "N66 reach one mailbox a few times a day"],
  },
  {
    cases: ["N66"],
    guarantee: "mails of an organization to strangers are counted together",
    file: mailLimits,
    find: '[attemptKey("mails-organization", organization.id), perDay(externalMailsPerOrganizationPerDay)],',
    put: "",
    proof: [
      mailTest,
      "N66 are counted together for all calls that send them, and a refused call writes nothing",
    ],
  },
  {
    cases: ["N66"],
    guarantee: "mails of a person to strangers are counted together",
    file: mailLimits,
    find: '[attemptKey("mails-person", caller.personId), perDay(externalMailsPerPersonPerDay)],',
    put: "",
    proof: [mailTest, "N66 of one person are counted over all their organizations"],
  },
  {
    cases: ["N66"],
    guarantee: "mails to one mailbox are counted over all organizations",
    file: mailLimits,
    find: '[attemptKey("mails-pair", organization.id, email), perDay(externalMailsPerRecipientPerDay)],\n      [attemptKey("mails-mailbox", email), perDay(externalMailsPerMailboxPerDay)],',
    put: '[attemptKey("mails-pair", organization.id, email), perDay(externalMailsPerRecipientPerDay)],',
    proof: [mailTest, "N66 to one mailbox are counted over all organizations"],
  },
  {
    cases: ["N66"],
    guarantee: "an invitation is counted",
    file: "directory/invite-member.ts",
    find: "await mailLimits.countForOrganization(tx, context, email);",
    put: "",
    proof: [mailTest, "N66 reach one mailbox a few times a day"],
  },
  {
    cases: ["N66"],
    guarantee: "an administrator's change of an address is counted",
    file: "features/users/edit/people.service.ts",
    find: "await this.#dependencies.mailLimits.countForOrganization(tx, context, email);",
    put: "",
    proof: [
      mailTest,
      "N66 are counted together for all calls that send them, and a refused call writes nothing",
    ],
  },
  {
    cases: ["N66"],
    guarantee: "names in mails contain no web addresses",
    file: "packages/contract/src/validation.ts",
    find: "(value) => !containsUrl(value), withCode",
    put: "() => true, withCode",
    proof: [mailTest, "N66 contain no web address in names and messages"],
  },
  {
    cases: ["N67"],
    guarantee: "reset links of administrators have separate counters",
    file: mailLimits,
    find: 'const pairKey = attemptKey("reset-link", administratorId, email);',
    put: 'const pairKey = attemptKey("reset-mailbox", email);',
    proof: [mailTest, "N67 is sent although an attacker has used up the public limit"],
  },
  {
    cases: ["N67"],
    guarantee: "reset links of one administrator are limited over all mailboxes",
    file: mailLimits,
    find: "perHour(resetLinksPerAdministratorPerHour),",
    put: "perHour(resetLinksPerAdministratorPerHour * 1000),",
    also: [
      {
        find: 'attemptKey("reset-links", administratorId),',
        put: 'attemptKey("reset-links", administratorId, email),',
      },
    ],
    proof: [mailTest, "N67 is limited per administrator over all mailboxes"],
  },
  {
    cases: ["N67"],
    guarantee: "a new recovery code resets the attempt counters",
    file: "features/user-security/recovery-code.service.ts",
    find: "await this.#dependencies.limits.resetRecovery(tx, names, organization.id);",
    put: "",
    proof: [
      mailTest,
      "N67 unlock, recovery code and reset link work although an attacker has used up every counter",
    ],
  },
  {
    cases: ["N44"],
    guarantee: "an address over its limit is refused before anything is written",
    file: "features/auth/sign-in/password-prover.ts",
    find: "limits.assertLockExpired(loginStart.addressLockedUntil);",
    put: "",
    proof: [
      "features/auth/sign-in/attempts.test.ts",
      "N44 writes nothing to the platform log once it is over its limit",
    ],
  },
  {
    cases: ["N71"],
    guarantee: "networks beyond the limit share one counter",
    file: "directory/unknown-names.ts",
    find: "Number(found?.networks ?? 0) < separateNetworksMax",
    put: "Number(found?.networks ?? 0) < 1000 * separateNetworksMax",
    proof: [
      "features/auth/sign-in/unknown-names.test.ts",
      "N71 a thousand attempts from two hundred networks leave a bounded number of entries, and none is lost",
    ],
  },
  {
    cases: ["N71"],
    guarantee: "password reset requests for unknown addresses are counted, not logged one by one",
    file: "features/password-reset/password-reset.service.ts",
    find: "      if (owner === undefined) return countUnknownName(tx, origin, unknownAddress, clock.now());\n",
    put: "      if (owner === undefined) await countUnknownName(tx, origin, unknownAddress, clock.now());\n",
    proof: [
      "features/auth/sign-in/unknown-names.test.ts",
      "N71 two hundred requests for a new password for unknown addresses leave one entry per network, with their number",
    ],
  },
  {
    cases: ["N71"],
    guarantee: "a user's own settings are not audited",
    file: "features/users/users.service.ts",
    find: "changed.filter((field) => !unauditedFields.has(field))",
    put: "changed.filter((field) => field !== undefined)",
    proof: [
      "features/users/users.routes.test.ts",
      "N71 audits changes to names and phone, but not to settings",
    ],
  },
  {
    cases: ["N71"],
    guarantee: "the number of changes a user makes to their own data is limited",
    file: "platform/http/registrar.ts",
    find: "this.#rate.count(endpoint, context);",
    put: "",
    proof: ["features/users/users.routes.test.ts", "N71 limits the number of changes per hour"],
  },
  {
    cases: ["N78"],
    guarantee: "a person has a maximum number of concurrent calls",
    file: slots,
    find: "max: perPerson }",
    put: "max: 1000 * perPerson }",
    proof: [slotsTest, "of one person are limited"],
  },
  {
    cases: ["N78"],
    guarantee: "an organization has a maximum number of concurrent calls",
    file: slots,
    find: "max: perOrganization }",
    put: "max: 1000 * perOrganization }",
    proof: [slotsTest, "of one organization are limited"],
  },
  {
    cases: ["N78"],
    guarantee: "a process has a maximum number of concurrent calls",
    file: slots,
    find: "max: perProcess }",
    put: "max: 1000 * perProcess }",
    proof: [slotsTest, "of one process are limited"],
  },
  {
    cases: ["N78"],
    guarantee: "callers without a session can use only half of the slots of a process",
    file: slots,
    find: "max: Math.ceil(perProcess / 2) }",
    put: "max: perProcess }",
    proof: [slotsTest, "without a session can use only half of the process"],
  },
  {
    cases: ["N78"],
    guarantee: "a download keeps its slot until it has been sent",
    file: slots,
    find: "isFile = result instanceof FileResponse;",
    put: "",
    proof: ["platform/http/registrar.test.ts", "until it is sent"],
  },
]);
