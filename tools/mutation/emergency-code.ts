import { type Defence, ofServer } from "./defence.ts";

const proof = "features/emergency-code/emergency-code.test.ts";
const redemption = "features/emergency-code/redeem-code.service.ts";
const sameResponse =
  "N42 gives the same response for unknown names, wrong codes, other practices and accounts that it does not unlock";
const limited = "see J4 is limited per practice; a new code starts with a fresh counter";

/** The printed code that unlocks the administrator of a practice. */
export const emergencyCodeDefences: readonly Defence[] = ofServer([
  {
    cases: ["N42"],
    without: "the code unlocks administrators only",
    file: "features/emergency-code/emergency-code.policy.ts",
    find: 'membership.role === "org_admin" &&',
    put: "",
    proof: [proof, sameResponse],
  },
  {
    cases: ["N42"],
    without: "the code is refused for an account that is not locked",
    file: redemption,
    find: "if (!(await limits.isLocked(tx, personId))) return false;",
    put: "",
    proof: [proof, sameResponse],
  },
  {
    cases: ["N42"],
    without: "one hash is computed whatever the name and code",
    file: redemption,
    find: "await hasher.verify(open?.hash ?? null, code?.plain ?? typed)",
    put: "open !== undefined && (await hasher.verify(open.hash, code?.plain ?? typed))",
    proof: [proof, sameResponse],
  },
  {
    cases: ["N44"],
    without: "attempts are counted per practice",
    file: redemption,
    find: "? organizationIds.map(emergencyKey)",
    put: '? [attemptKey("emergency-name", name)]',
    proof: [proof, limited],
  },
  {
    cases: ["N28"],
    without: "a practice cannot switch the alerts off",
    file: "features/notifications/administrator-notices.ts",
    find: 'emergencyCodeFailed: "emergencyCode",',
    put: 'emergencyCodeFailed: "security",',
    proof: [proof, "see J4 alerts all administrators and is logged, even for an unknown name"],
  },
  {
    cases: ["N55"],
    without: "a new code needs a fresh proof",
    file: "features/emergency-code/emergency-code.service.ts",
    find: "assertFresh(caller, now);",
    put: "",
    proof: [proof, "see J4 can be created and withdrawn only by an org_admin with a fresh proof of identity"],
  },
]);
