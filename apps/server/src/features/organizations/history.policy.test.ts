import { auditActions } from "@praxisportal/contract/audit-actions";
import { operationTypes } from "@praxisportal/contract/organizations/organizations.schema";
import { describe, expect, it } from "vitest";
import { activityActions, operationActions, operationTypeOf } from "./history.policy.ts";

describe("which actions stand in which history", () => {
  it("R9-33 signing in and out, ticks of checklists and lists of the operator are no activity; all that changes people is", () => {
    const hidden = auditActions.filter((action) => !activityActions.includes(action));
    expect(hidden).toEqual([
      "auth.login",
      "auth.logout",
      "auth.step_up",
      "auth.locked",
      "auth.unlocked",
      "staff.item_checked",
      "staff.item_unchecked",
      "platform.people_opened",
    ]);
  });

  it("R3-83 every operation is one of the six kinds and counts as activity as well", () => {
    for (const action of operationActions) {
      expect(operationTypes).toContain(operationTypeOf(action));
      expect(activityActions).toContain(action);
    }
    const missing = operationTypes.filter((type) => !operationActions.map(operationTypeOf).includes(type));
    expect(missing).toEqual([]);
  });

  it("R3-83 what concerns nobody's place in the practice is no operation", () => {
    expect(() => operationTypeOf("auth.login")).toThrow("auth.login is no operation");
    expect(operationActions.filter((action) => /^(auth|platform|organization)\./.test(action))).toEqual([]);
  });
});
