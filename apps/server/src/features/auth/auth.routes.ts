import * as endpoints from "@praxisportal/contract/auth/auth.endpoints";
import { platformChainId } from "../../platform/audit/audit-record.ts";
import { assertNewPassword } from "../../platform/http/new-password.ts";
import { ProblemError } from "../../platform/http/problem.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import {
  presentCheck,
  presentRefresh,
  presentSecondStep,
  presentSignedIn,
  presentSignedOut,
  presentVerified,
} from "./auth.presenter.ts";
import type { SignedIn } from "@praxisportal/contract/auth/auth.schema";
import type { Me } from "@praxisportal/contract/users/users.schema";
import type { FastifyReply } from "fastify";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import type { DeviceCookie } from "../../platform/http/origin/cookies.ts";
import type { Caller } from "../../platform/request-context/caller.ts";
import type { OwnPasswordService } from "./password/own-password.service.ts";
import type { CallerResolver } from "./session/caller-resolver.ts";
import type { IssuedSession } from "./session/issued-session.ts";
import type { SessionService } from "./session/session.service.ts";
import { downloadOf, type Tickets } from "./session/tickets.ts";
import { assertFresh, isFresh } from "../../platform/request-context/fresh-proof.ts";
import type { LoginService } from "./sign-in/login.service.ts";
import type { findByPracticeCode } from "./sign-in/practice-code.ts";
import type { SignedInPerson } from "./sign-in/sign-in.service.ts";
import type { RequestOrigin } from "../../platform/request-context/request-context.ts";

type Dependencies = CompleteSignInDependencies & {
  logins: LoginService;
  ownPassword: OwnPasswordService;
  sessions: SessionService;
  tickets: Tickets;
  clearCookies: (cookies: string | undefined) => readonly string[];
  findByPracticeCode: (code: string, origin: RequestOrigin) => ReturnType<typeof findByPracticeCode>;
};

/** Registers sign-in, sign-out and session renewal. */
export function registerAuthRoutes(registrar: Registrar, dependencies: Dependencies): void {
  const { logins, ownPassword, sessions, clock, tickets } = dependencies;

  registrar.handle(endpoints.login, async ({ body, context, reply }) => {
    const outcome = await logins.login(body, context.origin);
    if (outcome.kind === "secondStep") return presentSecondStep(outcome);
    return completeSignIn(dependencies, outcome, reply);
  });

  registrar.handle(endpoints.logout, async ({ context, reply }) => {
    const { caller } = context;
    await dependencies.db.write(async (tx) => {
      tx.record({
        ...context.auditBase(),
        // The same audit chain as the sign-in of this session.
        organizationId: caller.startOrganizationId ?? platformChainId,
        action: "auth.logout",
      });
      await sessions.end(tx, { sessionId: caller.sessionId }, "signed_out");
    });
    const clearingCookies = dependencies.clearCookies(reply.request.headers.cookie);
    if (clearingCookies.length > 0) reply.header("set-cookie", clearingCookies);
  });

  registrar.handle(endpoints.refresh, async ({ body, context, reply }) => {
    const { origin } = context;
    // A browser's refresh secret travels only in the cookie; the handle in its body is not a secret.
    const secret = origin.isBrowser ? origin.deviceSecret : body.refreshToken;
    const session = await sessions.refresh(secret, {
      extend: body.extend ?? false,
      lastActivityAgoMs: body.lastActivityAgoMs,
      isBrowser: origin.isBrowser,
    });
    setDeviceCookie(reply, dependencies.cookie, session);
    return presentRefresh(session, clock.now());
  });

  registrar.handle(endpoints.checkAuth, async ({ context }) => {
    const caller = context.callerIfAny;
    if (caller === undefined) return presentSignedOut(clock.now());
    const { user, start } = await readStart(dependencies, caller, caller.startOrganizationId);
    return presentCheck(caller, user, start, clock.now());
  });

  registrar.handle(endpoints.verifyPassword, async ({ context }) =>
    presentVerified(context.caller, clock.now()),
  );

  registrar.handle(endpoints.changePassword, async ({ body, context }) => {
    const { caller } = context;
    // A password in the body is not enough proof where there is a second factor. A session that must change its
    // password began with the factor: replacing a password withdraws the trust in all devices.
    if (caller.hasSecondFactor && caller.restriction === null) assertFresh(caller, dependencies.clock.now());
    // Right after the sign-in with a temporary password, the user has just entered it.
    const isJustSignedIn =
      caller.restriction === "password_change" && isFresh(caller, dependencies.clock.now());
    if (body.currentPassword === undefined && !isJustSignedIn) throw new ProblemError("PASSWORD_INCORRECT");
    const user = await dependencies.me(caller.personId, context.organizationIfAny?.db);
    assertNewPassword("newPassword", body.newPassword, {
      firstName: user.personalInfo.firstName,
      lastName: user.personalInfo.lastName,
      username: user.username,
      email: user.email,
      organizationName: context.organizationIfAny?.name,
    });
    await ownPassword.change(
      {
        personId: caller.personId,
        sessionId: caller.sessionId,
        deviceId: caller.deviceId,
        organizationIds: caller.memberships.map((membership) => membership.organizationId),
        currentPassword: body.currentPassword,
        newPassword: body.newPassword,
      },
      {
        ...context.auditBase(),
        organizationId: "",
        action: "user.password_changed",
        target: { type: "user", id: caller.personId },
      },
    );
  });

  registrar.handle(endpoints.findOrganizationByCode, ({ body, context }) =>
    dependencies.findByPracticeCode(body.code, context.origin),
  );

  registrar.handle(endpoints.createSocketTicket, ({ context }) => tickets.issue("ws_ticket", context.caller));

  registrar.handle(endpoints.createDownloadTicket, async ({ body, context, named }) => {
    await registrar.admitDownload(context, body.path, named.organizationId);
    return tickets.issue("download", context.caller, downloadOf(body.path, context, named.organizationId));
  });
}

/** The services that build the response about a session. */
export type CompleteSignInDependencies = {
  callers: Pick<CallerResolver, "resolve">;
  db: IdentityDb;
  clock: Clock;
  cookie: DeviceCookie;
  /** Returns the key of a user's draft on a device. */
  draftKey: (subject: { personId: string; deviceId: string }) => string;
  /** Returns the person as the users feature presents them. */
  me: (personId: string, organizationDb: OrganizationDb | undefined) => Promise<Me>;
};

/**
 * Completes a sign-in: sets the device cookie, and returns the person and the organization where their session starts.
 */
export async function completeSignIn(
  dependencies: CompleteSignInDependencies,
  { session, personId, organizationId }: SignedInPerson,
  reply: FastifyReply,
): Promise<SignedIn> {
  setDeviceCookie(reply, dependencies.cookie, session);
  // The organization is already known, so both reads run in parallel.
  const startingUser =
    organizationId === null
      ? undefined
      : dependencies.me(personId, dependencies.db.organization(organizationId));
  const [caller] = await Promise.all([dependencies.callers.resolve(session), startingUser]);
  if (caller === undefined) throw new ProblemError("INVALID_CREDENTIALS");
  const { user, start } = await readStart(dependencies, caller, organizationId, startingUser);
  return {
    ...presentSignedIn(session, caller, user, start, dependencies.clock.now()),
    ...(session.kind === "browser" ? { draftKey: dependencies.draftKey(caller) } : {}),
  };
}

/** Sets the device cookie, in which a browser keeps the secret of its device. */
function setDeviceCookie(reply: FastifyReply, cookie: DeviceCookie, session: IssuedSession): void {
  if (session.kind === "browser") reply.header("set-cookie", cookie.set(session.deviceSecret));
}

/** Reads the person in the organization where a session starts; `known` if they were already read there. */
async function readStart(
  dependencies: CompleteSignInDependencies,
  caller: Caller,
  organizationId: string | null,
  known?: Promise<Me>,
) {
  const start =
    caller.memberships.find((membership) => membership.organizationId === organizationId) ??
    caller.memberships[0];
  const isKnown = known !== undefined && start?.organizationId === organizationId;
  const db = start === undefined ? undefined : dependencies.db.organization(start.organizationId);
  return { start, user: await (isKnown ? known : dependencies.me(caller.personId, db)) };
}
