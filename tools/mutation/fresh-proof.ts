import { type Defense, ofServer } from "./defense.ts";

const trusted = "features/two-factor/trusted-device.test.ts";
const policy = "features/auth/sign-in/present-policy.test.ts";
const work = "features/background-work/background-work.test.ts";
const workService = "features/background-work/background-work.service.ts";
const endSessions = "features/auth/session/end-sessions.ts";
const endsTrust =
  "if (!reasonsKeepingTrust.includes(reason)) await untrustDevices(tx, filter, endedSessions);";

/** Trusted devices, step-up for risky actions, and policies that change during a session. */
export const freshProofDefenses: readonly Defense[] = ofServer([
  {
    cases: ["N54"],
    without: "a retired cookie does not make a device known or trusted",
    file: "features/auth/sign-in/password-prover.ts",
    find: "const candidates = await this.#candidatesOf(loginStart);",
    put: "const { candidates } = loginStart;",
    proof: [trusted, "does not replace the second factor, ends the device's sessions and is reported"],
  },
  {
    cases: ["N54"],
    without: "a retired cookie sent with a sign-in ends the sessions of its device",
    file: "features/auth/sign-in/password-prover.ts",
    find: "await this.#dependencies.db.write((tx) => revokeTokenFamily(tx, device.device_id, undefined, now));",
    put: "",
    proof: [trusted, "also ends the device's sessions when it is used with an unknown name"],
  },
  {
    cases: ["N55"],
    without: "a user with a second factor proves their identity with it",
    file: "platform/request-context/fresh-proof.ts",
    find: "caller.hasSecondFactor ? caller.secondFactorAt : caller.authenticatedAt",
    put: "caller.authenticatedAt",
    proof: [trusted, "cannot create backup codes or register or remove a passkey"],
  },
  {
    cases: ["N55"],
    without: "new backup codes need a fresh proof",
    file: "features/two-factor/two-factor.service.ts",
    find: 'throw new ProblemError("TWO_FACTOR_NOT_ENABLED");\n    assertFresh(caller, this.#dependencies.clock.now());',
    put: 'throw new ProblemError("TWO_FACTOR_NOT_ENABLED");',
    proof: [trusted, "cannot create backup codes or register or remove a passkey"],
  },
  {
    cases: ["N55"],
    without: "a password alone is not a fresh proof for a user with a second factor",
    file: "features/two-factor/two-factor.service.ts",
    find: 'if (context.caller.hasSecondFactor) throw new ProblemError("SECOND_FACTOR_REQUIRED");',
    put: "",
    proof: [trusted, "does not become fresh by the password of a user who has an app"],
  },
  {
    cases: ["N55"],
    without: "a user with a second factor changes the password after proving that factor",
    file: "features/auth/auth.routes.ts",
    find: "if (caller.hasSecondFactor && caller.restriction === null) assertFresh(caller, dependencies.clock.now());",
    put: "",
    proof: [trusted, "changes the password only after the factor was proven in it"],
  },
  {
    cases: ["N56"],
    without: "signing out everywhere else revokes trust in every other device",
    file: endSessions,
    find: endsTrust,
    put: "",
    proof: [trusted, "ends when the user signs out everywhere else, even if it has no open session"],
  },
  {
    cases: ["N56"],
    without: "ending a session revokes trust in its device",
    file: endSessions,
    find: endsTrust,
    put: "",
    proof: [trusted, "ends when the user ends its session"],
  },
  {
    cases: ["N56"],
    without: "changing the password revokes trust in every device",
    file: endSessions,
    find: endsTrust,
    put: "",
    proof: [trusted, "ends when the user changes their password"],
  },
  {
    cases: ["N56"],
    without: "resetting the connections revokes trust in devices without an open session",
    file: "features/user-security/user-security.service.ts",
    find: "await sessions.untrustDevices(tx, personId);",
    put: "",
    proof: [trusted, "ends when an administrator ends its session or resets the connections"],
  },
  {
    cases: ["N64"],
    without: "the current policy restricts a session",
    file: "directory/sign-in.policy.ts",
    find: "restriction ?? restrictionOf(session, rules)",
    put: "restriction",
    proof: [policy, "restricts open sessions of users without a factor from the next request"],
  },
  {
    cases: ["N64"],
    without: "a role that became stricter restricts the session",
    file: "directory/sign-in.policy.ts",
    find: "restriction ?? restrictionOf(session, rules)",
    put: "restriction",
    proof: [policy, "restricts the open session of a new administrator without a factor"],
  },
  {
    cases: ["N64"],
    without: "a session that no longer meets the policy ends",
    file: "directory/sign-in.policy.ts",
    find: 'if (!mayTrustDevice) return "insufficient";',
    put: "void mayTrustDevice;",
    proof: [policy, "ends sessions that began with the password alone"],
  },
  {
    cases: ["N64"],
    without: "a session that no longer meets the policy is not refreshed",
    file: "features/auth/session/refresh-session.ts",
    find: 'checkProof(newCaller, rules) === "insufficient"',
    put: "checkProof === undefined",
    proof: [policy, "ends sessions that began with the password alone"],
  },
  {
    cases: ["N64"],
    without: "open sockets follow the policy",
    file: "platform/realtime/socket-access.ts",
    find: "return restriction === null ? [row] : [{ ...row, restriction, organization_ids: [] }];",
    put: "return [{ ...row, restriction }];",
    proof: [policy, "hides events of the organization from open sockets"],
  },
  {
    cases: ["N64"],
    without: "organization tokens follow the policy",
    file: "features/org-tokens/application-tokens.service.ts",
    find: "restrictionOf(user, this.#dependencies) === null &&",
    put: "",
    proof: [policy, "rejects the organization tokens of users without a factor"],
  },
  {
    cases: ["N84"],
    without: "sending failed messages again needs a fresh proof of identity",
    file: workService,
    find: "    assertFresh(context.caller, clock.now());\n    return",
    put: "    return",
    proof: [work, "needs a fresh proof of identity"],
  },
  {
    cases: ["N84"],
    without: "running a failed job again needs a fresh proof of identity",
    file: workService,
    find: "    assertFresh(context.caller, clock.now());\n    await",
    put: "    await",
    proof: [work, "needs a fresh proof of identity"],
  },
]);
