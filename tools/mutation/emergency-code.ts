import { type Defense, serverDefenses } from "./defense.ts";

const proof = "features/emergency-code/emergency-code.test.ts";
const redemption = "features/emergency-code/redeem-code.service.ts";
const sameResponse =
  "N42 gives the same response for unknown names, wrong codes, other organizations and unsuitable accounts";
const limited =
  "see J4 is limited per typed name and sheet of paper, so that a stranger cannot use up the attempts";

/** Defenses of the printed code that unlocks an administrator of an organization. */
export const emergencyCodeDefenses: readonly Defense[] = serverDefenses([
  {
    cases: ["N42"],
    guarantee: "the code unlocks administrators only",
    file: "features/emergency-code/emergency-code.policy.ts",
    find: 'membership.role === "org_admin" &&',
    put: "",
    proof: [proof, sameResponse],
  },
  {
    cases: ["N42"],
    guarantee: "the code is rejected for an account that is not locked",
    file: redemption,
    find: "if (!(await limits.isLocked(tx, personId))) return false;",
    put: "",
    proof: [proof, sameResponse],
  },
  {
    cases: ["N42"],
    guarantee: "every attempt computes one hash, whatever the name and code",
    file: redemption,
    find: "await hasher.verify(openCode?.hash ?? null, code?.plain ?? typed)",
    put: "openCode !== undefined && (await hasher.verify(openCode.hash, code?.plain ?? typed))",
    proof: [proof, sameResponse],
  },
  {
    cases: ["N44"],
    guarantee: "attempts are counted per entered name and printed sheet",
    file: redemption,
    find: 'await limits.consume(attemptKey("emergency", ...typedName, code?.label ?? ""), emergencyRule);',
    put: "",
    proof: [proof, limited],
  },
  {
    cases: ["N44"],
    guarantee: "the counter's key includes the label of the printed sheet",
    file: redemption,
    find: 'attemptKey("emergency", ...typedName, code?.label ?? "")',
    put: 'attemptKey("emergency", ...typedName)',
    proof: [proof, limited],
  },
  {
    cases: ["N44"],
    guarantee: "alerts are counted per organization",
    file: redemption,
    find: "if (await limits.tryConsume(tx, emergencyAlertKey(id), emergencyRule)) countedIds.push(id);",
    put: "countedIds.push(id);",
    proof: [proof, "see J4 is alerted and logged at most five times an hour per organization"],
  },
  {
    cases: ["N70"],
    guarantee: "a person is unlocked at most three times a day",
    file: redemption,
    find: "if (!(await limits.tryConsume(tx, unlockKey, emergencyUnlockRule))) return false;",
    put: "",
    proof: [proof, "N70 an organization cannot reset the guess counter of a person repeatedly"],
  },
  {
    cases: ["N28"],
    guarantee: "an organization cannot switch the alerts off",
    file: "features/notifications/administrator-notices.ts",
    find: 'emergencyCodeFailed: "emergencyCode",',
    put: 'emergencyCodeFailed: "security",',
    proof: [proof, "see J4 alerts all administrators and is logged, even for an unknown name"],
  },
  {
    cases: ["N55"],
    guarantee: "a new code needs a fresh proof",
    file: "features/emergency-code/emergency-code.service.ts",
    find: "assertFresh(caller, now);",
    put: "",
    proof: [proof, "see J4 can be created and withdrawn only by an org_admin with a fresh proof of identity"],
  },
]);
