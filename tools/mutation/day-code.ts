import { type Defense, serverDefenses } from "./defense.ts";

const proof = "features/user-security/day-code.test.ts";
const service = "features/user-security/day-code.service.ts";
const queries = "directory/day-codes/day-codes.queries.ts";
const endSessions = "features/auth/session/end-sessions.ts";
const beginSession = "features/auth/session/begin-session.ts";
const prover = "features/two-factor/code-prover.ts";
const foreign =
  "see N53 becomes invalid once the person also belongs to another organization, or to the platform";
const guesses = "see N92 shares the counter of wrong codes with the app, and does not reset it when correct";
const untrusted =
  "see N92 trusts no device, and its session ends with it even if the user chose to stay signed in";
const changedFactor = "see N92 follows every change to the second factor";
const sessions = "features/auth/session/session.queries.ts";
/** Part of the statement that ends all tokens of a person. */
const withAllTokens = "and purpose = 'day' and revoked_at is null";

/** Defenses of issuing, using and ending the day code. */
export const dayCodeDefenses: readonly Defense[] = serverDefenses([
  {
    cases: ["N92"],
    guarantee: "signing in with a day code is not a fresh proof",
    file: "features/auth/sign-in/sign-in.service.ts",
    find: "new Date(now.getTime() - 2 * stepUpMs)",
    put: "now",
    proof: [
      proof,
      "see N92 is not a step-up, so sensitive calls are refused in its session until the factor is proven",
    ],
  },
  {
    cases: ["N92"],
    guarantee: "a day code does not make a device trusted",
    file: beginSession,
    find: " && dayCode === undefined",
    put: "",
    proof: [proof, untrusted],
  },
  {
    cases: ["N92"],
    guarantee: "a session ends with its day code",
    file: beginSession,
    find: "dayCode?.expiresAt.getTime() ?? Number.POSITIVE_INFINITY",
    put: "Number.POSITIVE_INFINITY",
    proof: [proof, untrusted],
  },
  {
    cases: ["N92"],
    guarantee: "a day code expires",
    file: queries,
    find: '.where("revoked_at", "is", null)\n      .where("expires_at", ">", now)',
    put: '.where("revoked_at", "is", null)',
    also: [{ find: '.where("c.expires_at", ">", now)', put: "" }],
    proof: [proof, untrusted],
  },
  {
    cases: ["N92"],
    guarantee: "a correct day code does not delete the failed guesses",
    file: prover,
    find: "await attempts.refund(tx, personId, consumption);",
    put: "await attempts.clear(tx, personId);",
    proof: [proof, guesses],
  },
  {
    cases: ["N92"],
    guarantee: "day codes count like other codes",
    file: prover,
    find: "const consumption = await attempts.consume(personId);",
    put: "const consumption = { failures: 0, lockedUntil: null };",
    proof: [proof, guesses],
  },
  {
    cases: ["N53"],
    guarantee: "a day code does not work for a person with other memberships",
    file: queries,
    find: ".where(sql<boolean>`not has_other_memberships(c.person_id, c.organization_id)`)",
    put: "",
    proof: [proof, foreign],
  },
  {
    cases: ["N53"],
    guarantee: "a day code does not work for platform accounts",
    file: queries,
    find: "p.platform_role is null\n        and not",
    put: "not",
    proof: [proof, foreign],
  },
  {
    cases: ["N28"],
    guarantee: "a day code cannot be used to replace a temporary password",
    file: queries,
    find: "\n        and not p.must_change_password",
    put: "",
    proof: [proof, "requires a second factor and a user who has chosen their password"],
  },
  {
    cases: ["N21"],
    guarantee: "a day code is issued only to those who can sign in",
    file: service,
    find: "if (!(await changes.mayUseDayCode(tx, organization.id, personId, now))) {",
    put: "if (now.getTime() < 0) {",
    proof: [proof, "requires a second factor and a user who has chosen their password"],
  },
  {
    cases: ["N57"],
    guarantee: "issuing a day code needs a fresh proof",
    file: service,
    find: "assertFresh(caller, now);",
    put: "",
    proof: [
      proof,
      "can be issued with a fresh proof by users who may issue one-time codes, but not for themselves",
    ],
  },
  {
    cases: ["N53"],
    guarantee: "no day code is issued for a person with other memberships",
    file: service,
    find: "await db.write((tx) => this.#work.lockIdentity(tx, context, personId));",
    put: "",
    also: [
      {
        find: "const member = await this.#work.lockIdentity(tx, context, personId);",
        put: "const member = await this.#work.lockMember(tx, context, personId);",
      },
    ],
    proof: [proof, foreign],
  },
  {
    cases: ["N92"],
    guarantee: "the sessions of a day code end with it",
    file: endSessions,
    find: 'await endSessions(tx, { sessionId }, "day_code_ended", now);',
    put: "",
    proof: [proof, "see N92 takes effect at once when an administrator ends it or issues a new one"],
  },
  {
    cases: ["N92"],
    guarantee: "a block ends the day code",
    file: sessions,
    find: withAllTokens,
    put: "and purpose = 'day' and expires_at is null",
    proof: [proof, "see N92 follows a block, even if the block is lifted on the same day"],
  },
  {
    cases: ["N92"],
    guarantee: "the end of a membership ends the day code",
    file: sessions,
    find: withAllTokens,
    put: "and purpose = 'day' and expires_at is null",
    proof: [proof, "see N92 follows the removal of the person"],
  },
  {
    cases: ["N92"],
    guarantee: "a new passkey ends the day code",
    file: "features/passkeys/passkeys.service.ts",
    find: "await this.#dependencies.sessions.endDayCode(tx, caller.personId);",
    put: "",
    proof: [proof, changedFactor],
  },
  {
    cases: ["N92"],
    guarantee: "a recovery code for the second factor ends the day code",
    file: "features/two-factor/second-step.service.ts",
    find: "await this.#dependencies.sessions.endDayCode(tx, candidate.person_id);",
    put: "",
    proof: [proof, changedFactor],
  },
]);
