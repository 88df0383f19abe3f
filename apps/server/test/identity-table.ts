import type { ErrorCode } from "@praxisportal/contract/errors";
import type { AuditAction } from "@praxisportal/contract/audit-actions";
import { addMember } from "@praxisportal/contract/members/members.endpoints";
import { setUpSecondFactor } from "./second-factor.ts";
import { joinOrganization, makeOrganization, testPassword, unique } from "./factories.ts";
import { type AdministratorKind, otherOwner, type SelfKind, type World } from "./identity-callers.ts";
import { newUser } from "./people.ts";
import type { TestApp } from "./test-app.ts";
import { TestClient } from "./test-client.ts";

/** "passes" for a success, otherwise the code of the refusal. */
export type Outcome = "passes" | ErrorCode;
type Request = { params?: Record<string, string>; body?: unknown; query?: Record<string, string> };
type Row<Kind extends string> = {
  request: (world: World, testApp: TestApp) => Request | Promise<Request>;
  /**
   * Outcome for each kind of caller. It may be an error code even for a fresh proof, if the example fails a later
   * check.
   */
  outcome: Readonly<Record<Kind, Outcome>>;
};

/** The caller proved their identity within the last ten minutes, with the second factor if they have one. */
const freshProof: Readonly<Record<SelfKind, Outcome>> = {
  "fresh proof": "passes",
  "stale proof": "STEP_UP_REQUIRED",
  "has a second factor, entered only the password": "STEP_UP_REQUIRED",
  "application with read and write": "FORBIDDEN",
  "application with the profile": "FORBIDDEN",
  "session from before a stricter policy": "TWO_FACTOR_SETUP_REQUIRED",
};
/** The password is part of the call, and a second factor must have been proven as well. */
const passwordInBody = { ...freshProof, "stale proof": "passes" } as const;
/** The session alone is sufficient, because the call helps against a thief and grants no access. */
const sessionIsEnough = {
  ...passwordInBody,
  "has a second factor, entered only the password": "passes",
} as const;

/** Changes that callers make to their own identity. */
export const selfCalls: Readonly<Record<string, Row<SelfKind>>> = {
  "auth.changePassword": {
    request: () => ({ body: { currentPassword: testPassword, newPassword: "Sonnen-Garten-83" } }),
    // A temporary password is changed before a factor is set up.
    outcome: { ...passwordInBody, "session from before a stricter policy": "passes" },
  },
  "users.changeEmail": {
    request: () => ({ body: { newEmail: `${unique("neu")}@example.org`, password: testPassword } }),
    outcome: passwordInBody,
  },
  "users.cancelEmailChange": { request: () => ({}), outcome: sessionIsEnough },
  "twoFactor.setup": {
    request: () => ({}),
    outcome: {
      ...freshProof,
      "has a second factor, entered only the password": "TWO_FACTOR_ALREADY_ENABLED",
      // Such a session exists only for this call.
      "session from before a stricter policy": "passes",
    },
  },
  "twoFactor.disable": {
    request: async (world, testApp) => {
      await withFactor(world, testApp);
      return { body: { password: testPassword } };
    },
    outcome: { ...freshProof, "session from before a stricter policy": "TWO_FACTOR_REQUIRED" },
  },
  "twoFactor.renewBackupCodes": {
    request: async (world, testApp) => {
      await withFactor(world, testApp);
      return {};
    },
    // A user who has a factor meets the policy.
    outcome: { ...freshProof, "session from before a stricter policy": "passes" },
  },
  // A passkey is one of the second factors that satisfy a stricter policy.
  "passkeys.options": {
    request: () => ({}),
    outcome: { ...freshProof, "session from before a stricter policy": "passes" },
  },
  "passkeys.add": {
    request: async (world) => ({ body: { ...someKey, challengeId: world.organizationId } }),
    outcome: {
      ...freshProof,
      "fresh proof": "PASSKEY_INVALID",
      "session from before a stricter policy": "PASSKEY_INVALID",
    },
  },
  "passkeys.remove": {
    request: ({ organizationId }) => ({ params: { id: organizationId } }),
    outcome: { ...freshProof, "fresh proof": "NOT_FOUND" },
  },
  "orgTokens.switchOrganization": {
    request: ({ organizationId }) => ({ body: { organizationId } }),
    outcome: freshProof,
  },
};

const someKey = {
  name: "Schlüssel",
  response: {
    id: "AAAAAAAAAAAAAAAAAAAAAA",
    rawId: "AAAAAAAAAAAAAAAAAAAAAA",
    type: "public-key",
    clientExtensionResults: {},
    response: { clientDataJSON: "AAAA", attestationObject: "AAAA", transports: [] },
  },
};

/** Lets the user set up a factor in this session, which an application cannot do. */
async function withFactor({ client }: World, testApp: TestApp): Promise<void> {
  const isSession = (await client.fetch("/api/v1/auth/2fa")).ok;
  if (isSession) await setUpSecondFactor(testApp, client);
}

/** The administrator outranks the member, has the member's grants, and has proven their identity. */
const identity: Readonly<Record<AdministratorKind, Outcome>> = {
  "higher rank, fresh proof": "passes",
  "higher rank, stale proof": "STEP_UP_REQUIRED",
  "higher rank, has a second factor, entered only the password": "STEP_UP_REQUIRED",
  "equal rank": "FORBIDDEN",
  "lower rank": "FORBIDDEN",
  "lacks a permission granted to the member": "TARGET_HAS_MORE_PERMISSIONS",
  "application with read and write": "FORBIDDEN",
  "session from before a stricter policy": "TWO_FACTOR_SETUP_REQUIRED",
  "session from before a demotion": "FORBIDDEN",
  "the member belongs to two organizations": "PERSON_IN_MULTIPLE_ORGANIZATIONS",
};
/**
 * An administrator of the organization removes access or mails a link to the member, which requires neither a proof nor
 * grants.
 */
const membership = {
  ...identity,
  "higher rank, stale proof": "passes",
  "higher rank, has a second factor, entered only the password": "passes",
  "lacks a permission granted to the member": "passes",
  "the member belongs to two organizations": "passes",
} as const;
/** Outcomes of a change that grants access, which always requires a fresh proof. */
const access = {
  ...membership,
  "higher rank, stale proof": "STEP_UP_REQUIRED",
  "higher rank, has a second factor, entered only the password": "STEP_UP_REQUIRED",
} as const;
/** The call creates a new account, so there is no member to compare with. */
const creation = { ...access, "equal rank": "passes", "lower rank": "ROLE_NOT_GRANTABLE" } as const;

const subjectParams = ({ subject }: World) => ({ id: subject.personId });
const inOrganization = ({ organizationId, subject }: World) => ({
  id: organizationId,
  userId: subject.personId,
});

/** Changes that an administrator makes to the identity or the access of a member. */
export const administratorCalls: Readonly<Record<string, Row<AdministratorKind>>> = {
  "users.create": { request: () => ({ body: newUser() }), outcome: creation },
  "users.update": {
    request: (world) => ({ params: subjectParams(world), body: { email: `${unique("neu")}@example.org` } }),
    outcome: identity,
  },
  "users.delete": { request: (world) => ({ params: subjectParams(world) }), outcome: identity },
  "users.setRole": {
    request: (world) => ({
      params: subjectParams(world),
      body: { type: "viewer", permissions: ["users:write"] },
    }),
    outcome: { ...access, "lacks a permission granted to the member": "passes" },
  },
  "members.setRole": {
    request: (world) => ({ params: inOrganization(world), body: { role: "practice_admin" } }),
    outcome: { ...access, "lacks a permission granted to the member": "ROLE_NOT_GRANTABLE" },
  },
  "members.add": {
    request: ({ organizationId }) => ({
      params: { id: organizationId },
      body: { firstName: "Erika", lastName: "Muster-Neu", username: unique("neu") },
    }),
    outcome: creation,
  },
  "staff.startOnboarding": {
    request: ({ organizationId }) => ({
      params: { id: organizationId },
      body: { firstName: "Jana", lastName: "Muster-Neu", initials: "JM", startsOn: "2026-02-01" },
    }),
    outcome: creation,
  },
  "userSecurity.setPassword": {
    request: (world) => ({ params: subjectParams(world), body: { newPassword: "Sonnen-Garten-83" } }),
    outcome: identity,
  },
  "userSecurity.createRecoveryCode": {
    request: (world) => ({ params: subjectParams(world), body: { purpose: "password" } }),
    outcome: identity,
  },
  "userSecurity.createDayCode": {
    request: async (world, testApp) => {
      const client = new TestClient(testApp);
      await client.signIn(world.subject);
      await setUpSecondFactor(testApp, client);
      return { params: subjectParams(world), body: { identityCheck: "in_person" } };
    },
    outcome: identity,
  },
  "userSecurity.resetTwoFactor": {
    request: async (world, testApp) => {
      const client = new TestClient(testApp);
      await client.signIn(world.subject);
      await setUpSecondFactor(testApp, client);
      return { params: subjectParams(world) };
    },
    outcome: identity,
  },
  "userSecurity.sendResetLink": {
    request: (world) => ({ params: subjectParams(world) }),
    outcome: membership,
  },
  "userSecurity.resetConnections": {
    request: (world) => ({ params: subjectParams(world) }),
    outcome: membership,
  },
  "members.remove": {
    request: (world) => ({ params: inOrganization(world) }),
    // An application that knows who left the organization removes their access.
    outcome: { ...membership, "application with read and write": "passes" },
  },
  "users.transfer": {
    request: async ({ caller, subject }, testApp) => {
      const target = await makeOrganization(testApp);
      await joinOrganization(testApp, target.id, caller.personId, "org_admin");
      testApp.app.callers.cache.forgetPerson(caller.personId);
      return { params: { id: subject.personId }, body: { organizationId: target.id } };
    },
    outcome: { ...access, "application with read and write": "FORBIDDEN" },
  },
  "members.resendInvitation": {
    request: async (world, testApp) => {
      const owner = await otherOwner(testApp, world.organizationId);
      const { result } = await owner.call(addMember, {
        params: { id: world.organizationId },
        body: { email: `${unique("neu")}@example.org` },
      });
      return { params: { id: world.organizationId, userId: result.id } };
    },
    // Only the owner of the mailbox can respond, and the number of mails is limited.
    outcome: { ...membership, "equal rank": "passes", "application with read and write": "passes" },
  },
};

/** Calls that change an identity but have no row above, and how their callers prove their identity. */
export const provenElsewhere: Readonly<Record<string, string>> = {
  "twoFactor.enable": "takes only a secret that twoFactor.setup made in the same session within ten minutes",
  "passwordReset.confirm": "a mailed link, once",
  "passwordReset.redeemCode": "a one-time code of the organization",
  "users.confirmEmailChange": "a mailed link, once",
  "users.rejectEmailChange": "a mailed link, once",
  "users.undoTransfer": "undoes users.transfer under the same rule",
  "members.acceptInvitation": "a mailed link, and a session of the existing account",
  "setup.complete": "the operator's link, once, on an empty installation",
  "organizations.create": "super_admin with a fresh proof; the account is in a new organization",
  "tenants.create": "super_admin with a fresh proof; the account is in a new organization",
  "orgTokens.authenticate": "password and second factor in the call",
};

/** Audit actions that change the identity, the sign-in or the rights of a person. */
export const identityActions: readonly AuditAction[] = [
  "user.two_factor_enabled",
  "user.two_factor_disabled",
  "user.two_factor_reset",
  "user.backup_codes_renewed",
  "user.passkey_added",
  "user.passkey_removed",
  "user.recovery_code_created",
  "user.day_code_created",
  "user.password_set",
  "user.password_reset",
  "user.password_changed",
  "user.connections_reset",
  "user.created",
  "user.updated",
  "user.role_changed",
  "user.deleted",
  "user.email_change_requested",
  "user.email_change_withdrawn",
  "user.email_changed",
  "user.transferred",
  "user.transfer_undone",
  "member.added",
  "member.removed",
  "member.invitation_resent",
  "member.invitation_accepted",
  "staff.onboarding_started",
  "token.created",
  "organization.created",
  "platform.setup_completed",
];
