import { auditActions } from "@praxisportal/contract/audit-actions";
import { operationTypes } from "@praxisportal/contract/organizations/organizations.schema";
import { describe, expect, it } from "vitest";
import { activityActions, operationActions, operationTypeOf } from "./history.policy.ts";

describe("the actions of each history", () => {
  it("see R9-33 activity includes every change to people, and excludes routine events such as sign-ins and stored backups", () => {
    const hidden = auditActions.filter((action) => !activityActions.includes(action));
    expect(hidden).toEqual([
      "auth.login",
      "auth.logout",
      "auth.step_up",
      "auth.session_locked",
      "auth.session_unlocked",
      "legacy.signed_in",
      "legacy.signed_out",
      "organization.synced",
      "evidence.created",
      "staff.checklist_item_checked",
      "staff.checklist_item_unchecked",
      "review.member_decided",
      "platform.members_viewed",
    ]);
  });

  it("R3-83 every operation is one of the six kinds and counts as activity as well", () => {
    const types = operationActions.flatMap((action) => [
      operationTypeOf(action, false),
      operationTypeOf(action, true),
    ]);
    for (const type of types) expect(operationTypes).toContain(type);
    for (const action of operationActions) expect(activityActions).toContain(action);
    const missingTypes = operationTypes.filter((type) => !types.includes(type));
    expect(missingTypes).toEqual([]);
    const namedTypes = Object.fromEntries(
      operationActions.map((action) => [action, operationTypeOf(action, false)]),
    );
    expect(namedTypes).toEqual({
      "user.created": "user_assigned",
      "member.added": "user_assigned",
      "member.invitation_resent": "user_assigned",
      "member.invitation_accepted": "user_assigned",
      "staff.onboarding_started": "user_assigned",
      "user.role_changed": "role_updated",
      "user.deleted": "user_removed",
      "member.removed": "user_removed",
      "staff.offboarding_completed": "user_removed",
      "user.transferred": "user_transferred",
      "user.transfer_undone": "user_transferred",
      "user.updated": "profile_updated",
      "user.profile_updated": "profile_updated",
      "user.email_changed": "profile_updated",
      "user.site_changed": "profile_updated",
      "staff.employment_changed": "profile_updated",
      "staff.access_extended": "profile_updated",
    });
    const bulk = operationActions.filter((action) => operationTypeOf(action, true) === "bulk_invite");
    expect(bulk).toEqual(["member.added", "member.invitation_resent"]);
  });

  it("see R3-83 changes that do not affect a membership are not operations", () => {
    expect(() => operationTypeOf("auth.login", false)).toThrow("auth.login is not an operation");
    expect(operationActions.filter((action) => /^(auth|platform|organization)\./.test(action))).toEqual([]);
  });
});
