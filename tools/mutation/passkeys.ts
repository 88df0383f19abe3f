import { type Defense, serverDefenses } from "./defense.ts";

const own = "features/passkeys/passkeys.test.ts";
const signIn = "features/passkeys/passkey-sign-in.test.ts";
const queries = "features/passkeys/passkeys.queries.ts";
const prover = "features/passkeys/passkey-prover.ts";

/** Challenges, cloned keys and ownership of passkeys. */
export const passkeyDefenses: readonly Defense[] = serverDefenses([
  {
    cases: ["N14", "N32"],
    guarantee: "a challenge is accepted once",
    file: queries,
    find: '.where("purpose", "=", "passkey")\n      .where("used_at", "is", null)',
    put: '.where("purpose", "=", "passkey")',
    proof: [
      signIn,
      "N32 accepts a challenge once, on the device that requested it, for its purpose, within five minutes",
    ],
  },
  {
    cases: ["N32"],
    guarantee: "a challenge is valid for five minutes",
    file: queries,
    find: '.where("expires_at", ">", now)\n',
    put: "",
    proof: [
      signIn,
      "N32 accepts a challenge once, on the device that requested it, for its purpose, within five minutes",
    ],
  },
  {
    cases: ["N32"],
    guarantee: "a challenge belongs to the requesting device",
    file: "features/passkeys/challenge.ts",
    find: "details.device === binding.device &&",
    put: "",
    proof: [
      signIn,
      "N32 accepts a challenge once, on the device that requested it, for its purpose, within five minutes",
    ],
  },
  {
    cases: ["N32"],
    guarantee: "a challenge has one purpose",
    file: "features/passkeys/challenge.ts",
    find: "details?.purpose === binding.purpose &&",
    put: "details !== undefined &&",
    proof: [
      own,
      "N35 accepts a challenge once, from its own session, for its own purpose, within five minutes",
    ],
  },
  {
    cases: ["N35"],
    guarantee: "a challenge belongs to its session",
    file: "features/passkeys/challenge.ts",
    find: "challenge.session_id === binding.sessionId;",
    put: "true;",
    proof: [
      own,
      "N35 accepts a challenge once, from its own session, for its own purpose, within five minutes",
    ],
  },
  {
    cases: ["N17"],
    guarantee: "a signature counter that does not increase is rejected",
    file: "features/passkeys/passkeys.policy.ts",
    find: "return reported > stored || (reported === 0 && stored === 0);",
    put: "return reported >= 0 || stored >= 0;",
    proof: [signIn, "N17 rejects and audits a counter that does not increase: a copy of the key is in use"],
  },
  {
    cases: ["N17"],
    guarantee: "if two copies of a passkey are used at the same time, only one succeeds",
    file: queries,
    find: ".where(sql<boolean>`(counter < ${use.counter} or (counter = 0 and ${use.counter} = 0))`)",
    put: "",
    proof: [signIn, "N17 accepts one of two copies that show the same counter at the same moment"],
  },
  {
    cases: ["N33"],
    guarantee: "incorrect responses are counted per account",
    file: prover,
    find: "await attempts.consume(personId);",
    put: "",
    proof: [
      signIn,
      "N18 N33 wrong responses count per account: ten are checked, and codes have a separate counter",
    ],
  },
  {
    cases: ["N44"],
    guarantee: "challenges are limited per address",
    file: "features/passkeys/passkey-sign-in.service.ts",
    find: "await this.#dependencies.attempts.consumeChallenge(origin.address);\n    if (tempToken === undefined)",
    put: "if (tempToken === undefined)",
    proof: [signIn, "N44 limits the number of challenges per address"],
  },
  {
    cases: ["N32"],
    guarantee: "the second step accepts only the person's own passkey",
    file: prover,
    find: "if (credential === undefined || (binding.personId ?? credential.person_id) !== credential.person_id) {",
    put: "if (credential === undefined) {",
    proof: [
      signIn,
      "N32 must be the person's own, on the first step's device, and counts among its five attempts",
    ],
  },
  {
    cases: ["N21", "N43"],
    guarantee: "a passkey does not admit users who may not sign in",
    file: "features/passkeys/passkey-sign-in.service.ts",
    find: "return this.#dependencies.signIn.startOf(candidate, organizationId, origin);",
    put: "return organizationId ?? candidate.memberships[0]?.organizationId ?? null;",
    proof: [signIn, "N21 N43 cannot sign in with a passkey"],
  },
  {
    cases: ["N36"],
    guarantee: "adding a passkey needs a fresh proof",
    file: "features/passkeys/passkeys.service.ts",
    find: "const now = this.#dependencies.clock.now();\n    assertFresh(caller, now);",
    put: "const now = this.#dependencies.clock.now();",
    also: [
      {
        find: "async begin({ caller }: RequestContext) {\n    assertFresh(caller, this.#dependencies.clock.now());",
        put: "async begin({ caller }: RequestContext) {",
      },
    ],
    proof: [own, "N36 needs a fresh proof at the beginning and at the end"],
  },
  {
    cases: ["N36"],
    guarantee: "removing a passkey needs a fresh proof",
    file: "features/passkeys/passkeys.service.ts",
    find: "const { personId } = caller;\n    assertFresh(caller, this.#dependencies.clock.now());",
    put: "const { personId } = caller;",
    proof: [own, "N36 removing one needs a fresh proof, which may be by passkey"],
  },
  {
    cases: ["N02"],
    guarantee: "only its owner can remove a passkey",
    file: queries,
    find: '.deleteFrom("passkey")\n    .where("id", "=", id)\n    .where("person_id", "=", personId)',
    put: '.deleteFrom("passkey")\n    .where("id", "=", id)',
    proof: [own, "N02 can be renamed and removed only by their owner"],
  },
  {
    cases: ["N24"],
    guarantee: "removing a passkey ends the other sessions",
    file: "features/passkeys/passkeys.service.ts",
    find: 'await this.#dependencies.sessions.end(tx, { personId, except: caller.sessionId }, "two_factor_changed");',
    put: "",
    proof: [own, "N24 removing one ends the other sessions, is audited and mailed, and invalidates the key"],
  },
  {
    cases: ["N36"],
    guarantee: "the last required second factor cannot be removed",
    file: "features/passkeys/passkeys.service.ts",
    find: 'if (!mayRemove(removal.remaining, isRequired)) throw new ProblemError("TWO_FACTOR_REQUIRED");',
    put: "void mayRemove(removal.remaining, isRequired);",
    proof: [
      own,
      "R7s-35 the last required factor cannot be removed, even if all are removed at the same moment",
    ],
  },
  {
    cases: ["N40"],
    guarantee: "a response must come from the portal's own page",
    file: "features/passkeys/web-authn.ts",
    find: "      expectedChallenge: challenge,\n      expectedOrigin: party.origin,\n      expectedRPID: party.id,\n      requireUserVerification: true,\n      supportedAlgorithmIDs",
    put: "      expectedChallenge: challenge,\n      expectedOrigin: helpers.decodeClientDataJSON(json.response.clientDataJSON).origin,\n      expectedRPID: party.id,\n      requireUserVerification: true,\n      supportedAlgorithmIDs",
    proof: [own, "N35 rejects a response"],
  },
]);
