import { allEndpoints } from "@praxisportal/contract/endpoints";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Logger } from "pino";
import {
  AttemptLimits,
  addressRule,
  attemptKey,
  loginRule,
  rescueKey,
  resetAddressRule,
  resetMailboxRule,
} from "./features/auth/attempt-limits.ts";
import { answerSignedIn, type AnswerParts, registerAuthRoutes } from "./features/auth/auth.routes.ts";
import { StreamTicketService } from "./features/ai/stream-tickets.service.ts";
import { registerAuditRoutes } from "./features/audit/audit.routes.ts";
import { createAudit } from "./features/audit/create-audit.ts";
import { AuthService } from "./features/auth/auth.service.ts";
import { MailLimits } from "./features/auth/mail-limits.ts";
import { CodeAttempts } from "./features/auth/code-attempts.ts";
import { PasskeyAttempts } from "./features/auth/passkey-attempts.ts";
import { renewSecret } from "./features/auth/renew-secret.ts";
import { PracticeVisits } from "./features/auth/practice-visits.ts";
import * as sessionRules from "./features/auth/session-rules.ts";
import { SessionService } from "./features/auth/session.service.ts";
import { needsTwoFactor, restrictionOf } from "./features/auth/sign-in.policy.ts";
import { actorOf, type SignedInPerson, SignInService } from "./features/auth/sign-in.service.ts";
import { registerDeskRoutes } from "./features/desk/desk.routes.ts";
import { DeskService } from "./features/desk/desk.service.ts";
import { findAnyOrganization } from "./features/organizations/organizations.platform-queries.ts";
import { InvitationService } from "./features/members/invitation.service.ts";
import { registerMemberRoutes } from "./features/members/members.routes.ts";
import { MemberService } from "./features/members/members.service.ts";
import { ApplicationTokenService } from "./features/org-tokens/application-tokens.service.ts";
import { createPasskeys } from "./features/passkeys/create-passkeys.ts";
import { registerPasskeyRoutes } from "./features/passkeys/passkeys.routes.ts";
import * as provision from "./features/organizations/provision.queries.ts";
import { takeSeat } from "./features/organizations/seats.queries.ts";
import { Credentials } from "./features/password-reset/credentials.ts";
import { revokeTokens } from "./features/password-reset/credentials.queries.ts";
import { registerPasswordResetRoutes } from "./features/password-reset/password-reset.routes.ts";
import { PasswordResetService, type ResetParts } from "./features/password-reset/password-reset.service.ts";
import { passwordContextsOf } from "./features/password-reset/person-context.ts";
import { RescueService } from "./features/password-reset/rescue.service.ts";
import { PreferenceService } from "./features/preferences/preferences.service.ts";
import { registerPreferenceRoutes } from "./features/preferences/preferences.routes.ts";
import { registerSessionRoutes } from "./features/sessions/sessions.routes.ts";
import { OwnSessionsService } from "./features/sessions/sessions.service.ts";
import { registerSetupRoutes } from "./features/setup/setup.routes.ts";
import { SetupService } from "./features/setup/setup.service.ts";
import { readRescueCode } from "./features/two-factor/backup-codes.ts";
import { CodeProver } from "./features/two-factor/code-prover.ts";
import { SecondStepService } from "./features/two-factor/second-step.service.ts";
import { registerTwoFactorRoutes } from "./features/two-factor/two-factor.routes.ts";
import * as factorQueries from "./features/two-factor/two-factor.queries.ts";
import { TwoFactorService } from "./features/two-factor/two-factor.service.ts";
import { RescuePersonService } from "./features/user-security/rescue-person.service.ts";
import type { SecurityParts } from "./features/user-security/security-parts.ts";
import { registerUserSecurityRoutes } from "./features/user-security/user-security.routes.ts";
import { UserSecurityService } from "./features/user-security/user-security.service.ts";
import { registerWorkstationRoutes } from "./features/workstations/workstations.routes.ts";
import { WorkstationService } from "./features/workstations/workstations.service.ts";
import * as emailQueries from "./features/users/email-change.queries.ts";
import { EmailLinkService } from "./features/users/email-link.service.ts";
import { EmailService } from "./features/users/email.service.ts";
import * as guards from "./features/users/member-guards.ts";
import * as peopleQueries from "./features/users/people.queries.ts";
import { PeopleService } from "./features/users/people.service.ts";
import { identityFault, membershipFault } from "./features/users/users.policy.ts";
import { platformReads } from "./features/users/platform-reads.platform-queries.ts";
import { peopleRecords } from "./features/users/people-records.ts";
import { listUsers } from "./features/users/user-list.queries.ts";
import { registerUserRoutes } from "./features/users/users.routes.ts";
import { UserService } from "./features/users/users.service.ts";
import { openaiError } from "./features/ai/openai-face.presenter.ts";
import { composeAi } from "./compose-ai.ts";
import { composeDemo, type Demo } from "./compose-demo.ts";
import { callerParts } from "./compose-callers.ts";
import { composeBilling, usageReads } from "./compose-billing.ts";
import { type BackgroundWork, composeWork } from "./compose-jobs.ts";
import { composeNotifications, createNotices } from "./compose-notifications.ts";
import { composeOrganizations } from "./compose-organizations.ts";
import { composeStaff } from "./compose-staff.ts";
import { composeTokens } from "./compose-tokens.ts";
import { createMailOrders } from "./mail-orders.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { Config } from "./platform/config/config.ts";
import { PasswordHasher } from "./platform/crypto/password-hasher.ts";
import { deriveKeys } from "./platform/crypto/sealed-secrets.ts";
import type { Databases } from "./platform/db/connect.ts";
import { IdentityDb } from "./platform/db/handles.ts";
import { PlatformDb } from "./platform/db/platform-db.ts";
import { deviceCookie } from "./platform/http/cookies.ts";
import { registerOperations } from "./platform/http/operations.routes.ts";
import { registerDocumentation } from "./platform/http/documentation.routes.ts";
import { giveMemoryBackWhenIdle } from "./platform/http/idle-memory.ts";
import { readUserAgent } from "./platform/http/user-agent.ts";
import { defaultPersonLimits } from "./platform/http/person-rate.ts";
import { Registrar } from "./platform/http/registrar.ts";
import { createMetrics, observeRequests } from "./platform/http/request-log.ts";
import { createServer, unknownPathAnswers } from "./platform/http/server.ts";
import { serveWebApp } from "./platform/http/web-app.ts";
import type { RequestOrigin } from "./platform/request-context/request-context.ts";
import {
  type Bus,
  outboxChannel,
  personChangedChannel,
  practiceChangedChannel,
} from "./platform/realtime/bus.ts";
import type { MailOrders } from "./platform/mail/mail-order.ts";
import { LiveEvents } from "./platform/realtime/live-events.ts";

/** Input of the composition root. */
export type AppParts = {
  config: Config;
  masterKey: Buffer;
  databases: Databases;
  bus: Bus;
  clock: Clock;
  log: Logger;
};

/** The complete server, not yet listening. */
export type App = BackgroundWork &
  Demo & {
    server: FastifyInstance;
    sessions: SessionService;
    setup: SetupService;
    platformDb: PlatformDb;
    identityDb: IdentityDb;
    live: LiveEvents;
    /** How each mail of the outbox is prepared. */
    mailOrders: MailOrders;
  };

/** Composition root: the only place that connects the parts of the server. Features import each other's types only. */
export async function createApp({ config, masterKey, databases, bus, clock, log }: AppParts): Promise<App> {
  const keys = deriveKeys(masterKey);
  for (const database of [databases.app, databases.platform]) {
    database.onOutboxWritten = () => bus.publish(outboxChannel, {});
  }
  const identityDb = new IdentityDb(databases.app);
  const platformDb = new PlatformDb(databases.platform);
  const live = new LiveEvents(bus);
  const hasher = new PasswordHasher();
  const limits = new AttemptLimits(identityDb, clock);
  const sessions = new SessionService({
    db: identityDb,
    clock,
    refreshKey: keys.refresh,
    demo: config.demo,
    events: {
      personChanged: (personId) => bus.publish(personChangedChannel, { personId }),
      practiceChanged: () => bus.publish(practiceChangedChannel, {}),
      sessionsEnded: (sessionIds, reason) =>
        live.publish({ event: "forceLogout", sessionIds, data: { reason } }),
      newSignIn: (sessionIds, userId, { userAgent }) =>
        live.publish({
          event: "userUpdate",
          sessionIds,
          data: { userId, newSignIn: readUserAgent(userAgent) },
        }),
    },
  });
  bus.subscribe(personChangedChannel, ({ personId }) => sessions.cache.forgetPerson(String(personId)));
  bus.subscribe(practiceChangedChannel, () => sessions.cache.forgetAll());
  bus.onGap(() => sessions.cache.forgetAll());

  const users = new UserService(identityDb, clock);
  const signIn = new SignInService({ db: identityDb, clock, sessions, demo: config.demo });
  const codeAttempts = new CodeAttempts(limits);
  const codes = new CodeProver({
    db: identityDb,
    clock,
    hasher,
    attempts: codeAttempts,
    sealingKey: keys.sealing,
  });
  const credentials = new Credentials({
    clock,
    limits,
    sessions,
    lockPerson: peopleQueries.lockPerson,
    organizationsOf: emailQueries.organizationsOf,
  });
  const auth = new AuthService({
    db: identityDb,
    clock,
    hasher,
    limits,
    sessions,
    signIn,
    endRecovery: (tx, personId, reason) => credentials.endRecovery(tx, personId, reason),
    demo: config.demo,
  });
  const isNeeded = (person: Parameters<typeof needsTwoFactor>[0]) => needsTwoFactor(person, config.demo);
  const twoFactor = new TwoFactorService({
    db: identityDb,
    clock,
    hasher,
    sealingKey: keys.sealing,
    codes,
    attempts: codeAttempts,
    sessions,
    signIn,
    auth,
    isNeeded,
    provePasskey: (context, proof) => passkeys.proveOwn(context, proof),
    renewSecret: (tx, origin, now) => renewSecret(tx, origin, { refreshKey: keys.refresh, now }),
  });
  const secondStep = new SecondStepService({ db: identityDb, clock, codes, signIn, actorOf });
  const applications = new ApplicationTokenService({
    db: identityDb,
    clock,
    key: keys.refresh,
    demo: config.demo,
    rules: { ...sessionRules, restrictionOf },
  });
  const notices = createNotices({ live, clock });
  const mailLimits = new MailLimits(limits);
  const base = { db: identityDb, clock, hasher, live, sessions };
  const shared = { ...base, ...notices, provision, takeSeat, mailLimits };
  const people = new PeopleService({
    ...shared,
    invite: (tx, context, offer) => members.invite(tx, context, offer),
  });
  const members: MemberService = new MemberService({
    ...shared,
    guards,
    people: { ...peopleQueries, membershipFault },
    users: people,
  });
  const invitations = new InvitationService({
    ...shared,
    refuseTaken: guards.refuseTaken,
    maySignIn: sessionRules.mayRenew,
    people: { ...peopleQueries, setConfirmedEmail: emailQueries.setConfirmedEmail },
  });
  const emails = new EmailService({ ...shared, auth });
  const limitMailbox = async (email: string) => {
    await limits.reserve(attemptKey("reset-mailbox", email), resetMailboxRule, "TOO_MANY_REQUESTS");
  };
  const resetParts: ResetParts = {
    ...shared,
    signIn,
    credentials,
    maySignIn: sessionRules.mayRenew,
    actorOf,
  };
  const securityParts: SecurityParts = {
    ...shared,
    limits,
    signIn,
    credentials,
    revokeTokens,
    passwordContextsOf,
    removeSecondFactor: factorQueries.remove,
    guards,
    people,
    policy: { membershipFault, identityFault },
    belongsElsewhere: peopleQueries.belongsElsewhere,
  };
  const setup = new SetupService({ platformDb, clock, hasher, provision });
  const demo = composeDemo({
    ...shared,
    platformDb,
    bus,
    sealingKey: keys.sealing,
    inject: (request) => server.inject(request),
  });
  const visits = new PracticeVisits(identityDb);

  const desk: DeskService = new DeskService({
    db: identityDb,
    clock,
    sessions,
    signIn,
    auth,
    actorOf,
    provePasskey: (proof, who, note) => passkeySignIn.proveUnlock(proof, who, note),
  });
  const { passkeys, passkeySignIn } = createPasskeys({
    ...shared,
    publicUrl: config.publicUrl,
    attempts: new PasskeyAttempts(limits),
    signIn,
    secondStep,
    findDesk: (origin) => desk.find(origin),
    actorOf,
    noteProof: factorQueries.noteProof,
    isNeeded,
  });
  const workstations = new WorkstationService({ db: identityDb, clock, live, sessions });

  const server = createServer({ config, log, otherErrors: openaiError });
  const unknownPath = unknownPathAnswers(server);
  const metrics = createMetrics();
  observeRequests(server, log, metrics);
  giveMemoryBackWhenIdle(server);
  const cookie = deviceCookie(config);
  const tickets = new StreamTicketService({ db: identityDb, clock });
  const registrar = new Registrar(server, {
    identityDb,
    cookie,
    origins: config.origins,
    ...callerParts({ db: identityDb, sessions, applications, visits, tickets }),
    findOrganization: (id) => findAnyOrganization(platformDb, id),
    repeatsKey: keys.repeats,
    personLimits: { ...defaultPersonLimits, changes: config.ownChangesPerHour },
  });
  const answerParts: AnswerParts = {
    sessions,
    db: identityDb,
    clock,
    cookie,
    me: (personId, db) => users.me(personId, db),
  };
  registerAuthRoutes(registrar, { ...answerParts, auth });
  const answer = (signedIn: SignedInPerson, reply: FastifyReply) =>
    answerSignedIn(answerParts, signedIn, reply);
  registerTwoFactorRoutes(registrar, { twoFactor, secondStep, cookie, answerSignedIn: answer });
  registerPasskeyRoutes(registrar, { passkeys, passkeySignIn, answerSignedIn: answer });
  registerSessionRoutes(registrar, new OwnSessionsService({ db: identityDb, clock, sessions }));
  registerDeskRoutes(registrar, { desk, answerSignedIn: answer });
  registerWorkstationRoutes(registrar, workstations);
  const limitLinks = async (origin: RequestOrigin) => {
    await limits.reserve(attemptKey("link", origin.address), addressRule, "TOO_MANY_REQUESTS");
  };
  registerUserRoutes(registrar, {
    users,
    people,
    ...peopleRecords({ ...shared, ...usageReads }),
    emails,
    emailLinks: new EmailLinkService(shared),
    limitLinks,
    live,
    listUsers,
    ...platformReads(platformDb, visits),
  });
  registerPreferenceRoutes(registrar, new PreferenceService(identityDb));
  registerPasswordResetRoutes(registrar, {
    reset: new PasswordResetService({
      ...resetParts,
      limitMailbox,
      limitAddress: async (address) => {
        await limits.reserve(attemptKey("reset-address", address), resetAddressRule, "TOO_MANY_REQUESTS");
      },
    }),
    rescue: new RescueService({
      ...resetParts,
      codes: { ...factorQueries, readRescueCode },
      limits: {
        addressKey: (address) => attemptKey("address", address),
        assertAddressOpen: (lockedUntil) => limits.assertPast(lockedUntil),
        countAddress: (key) => limits.count(key, addressRule),
        reserveName: async (name, organizationId) => {
          await limits.reserve(rescueKey(name, organizationId), loginRule);
        },
      },
    }),
    limitLinks,
  });
  registerUserSecurityRoutes(registrar, {
    security: new UserSecurityService(securityParts),
    rescue: new RescuePersonService(securityParts),
  });
  const staffLeaving = composeStaff(registrar, { ...shared, platformDb, people, members, credentials });
  composeNotifications(registrar, shared);
  registerMemberRoutes(registrar, { members, invitations, limitLinks });
  composeOrganizations(registrar, { ...shared, platformDb, members, listUsers });
  composeBilling(registrar, { ...shared, people, bus });
  registerAuditRoutes(registrar, createAudit({ db: identityDb, platformDb, clock }));
  composeTokens(registrar, {
    ...shared,
    platformDb,
    limits,
    auth,
    signIn,
    codes,
    secondStep,
    applications,
    demo: config.demo,
  });
  const outside = { bus, log, outgoing: config.outgoing, sealingKey: keys.sealing };
  const ai = composeAi(registrar, { ...shared, ...outside, platformDb, tickets, callLimits: config.aiCalls });
  server.addHook("onClose", ai.close);
  registerSetupRoutes(registrar, setup, async (origin) => {
    await limits.reserve(attemptKey("setup", origin.address), addressRule, "TOO_MANY_REQUESTS");
  });
  registrar.assertComplete(allEndpoints);
  registerDocumentation(server, allEndpoints);
  registerOperations(server, {
    config,
    metrics,
    pingDatabase: async () => {
      await identityDb.call("ping", "select 1", []);
    },
  });
  await serveWebApp(server, config, unknownPath);
  const mailOrders = createMailOrders({ db: platformDb, clock, publicUrl: config.publicUrl });
  const work = composeWork({ db: platformDb, live, clock, ...notices }, [staffLeaving, ai.lostCalls]);
  return { server, sessions, setup, ...demo, platformDb, identityDb, live, mailOrders, ...work };
}
