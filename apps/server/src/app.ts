import { allEndpoints } from "@praxisportal/contract/endpoints";
import type { FastifyInstance, FastifyReply } from "fastify";
import type { Logger } from "pino";
import { RateLimiter, addressRule, attemptKey } from "./directory/rate-limiter.ts";
import { answerSignedIn, type AnswerDependencies, registerAuthRoutes } from "./features/auth/auth.routes.ts";
import { StreamTicketService } from "./features/ai/stream-tickets.service.ts";
import { registerAuditRoutes } from "./features/audit/audit.routes.ts";
import { createAudit } from "./features/audit/create-audit.ts";
import { AuthService } from "./features/auth/auth.service.ts";
import { MailLimits } from "./directory/mail-limits.ts";
import { CodeAttempts } from "./directory/code-attempts.ts";
import { PasskeyAttempts } from "./directory/passkey-attempts.ts";
import { renewSecret } from "./features/auth/renew-secret.ts";
import { PracticeVisits } from "./features/auth/practice-visits.ts";
import { SessionService } from "./features/auth/session.service.ts";
import { type SignedInPerson, SignInService } from "./features/auth/sign-in.service.ts";
import { registerWorkstationSessionRoutes } from "./features/workstation/workstation.routes.ts";
import { WorkstationSessionService } from "./features/workstation/workstation.service.ts";
import { findAnyOrganization } from "./directory/any-organization.platform-queries.ts";
import { InvitationService } from "./features/members/invitation.service.ts";
import { registerMemberRoutes } from "./features/members/members.routes.ts";
import { MemberService } from "./features/members/members.service.ts";
import { ApplicationTokenService } from "./features/org-tokens/application-tokens.service.ts";
import { createPasskeys } from "./features/passkeys/create-passkeys.ts";
import { registerPasskeyRoutes } from "./features/passkeys/passkeys.routes.ts";
import { Credentials } from "./features/auth/credentials.ts";
import { PreferenceService } from "./features/preferences/preferences.service.ts";
import { registerPreferenceRoutes } from "./features/preferences/preferences.routes.ts";
import { registerSessionRoutes } from "./features/sessions/sessions.routes.ts";
import { OwnSessionsService } from "./features/sessions/sessions.service.ts";
import { registerSetupRoutes } from "./features/setup/setup.routes.ts";
import { SetupService } from "./features/setup/setup.service.ts";
import { CodeProver } from "./features/two-factor/code-prover.ts";
import { SecondStepService } from "./features/two-factor/second-step.service.ts";
import { registerTwoFactorRoutes } from "./features/two-factor/two-factor.routes.ts";
import { TwoFactorService } from "./features/two-factor/two-factor.service.ts";
import { RecoveryCodeService } from "./features/user-security/recovery-code.service.ts";
import type { SecurityDependencies } from "./features/user-security/security-changes.ts";
import { registerUserSecurityRoutes } from "./features/user-security/user-security.routes.ts";
import { UserSecurityService } from "./features/user-security/user-security.service.ts";
import { registerWorkstationRoutes } from "./features/workstations/workstations.routes.ts";
import { WorkstationService } from "./features/workstations/workstations.service.ts";
import { EmailLinkService } from "./features/users/email-link.service.ts";
import { EmailService } from "./features/users/email.service.ts";
import { PeopleService } from "./features/users/people.service.ts";
import { platformReads } from "./features/users/platform-reads.platform-queries.ts";
import { peopleRecords } from "./features/users/people-records.ts";
import { listUsers } from "./features/users/user-list.queries.ts";
import { registerUserRoutes } from "./features/users/users.routes.ts";
import { UserService } from "./features/users/users.service.ts";
import { openaiError } from "./features/ai/openai-compatible.presenter.ts";
import { composeAi } from "./compose-ai.ts";
import { composeDemo, type Demo } from "./compose-demo.ts";
import { callerDependencies } from "./compose-callers.ts";
import { composeBilling, usageReads } from "./compose-billing.ts";
import { type BackgroundWork, composeBackgroundWork } from "./compose-jobs.ts";
import { composeNotifications, createNotices } from "./compose-notifications.ts";
import { composeOrganizations } from "./compose-organizations.ts";
import { composePasswordReset } from "./compose-password-reset.ts";
import { composeStaff } from "./compose-staff.ts";
import { composeTokens } from "./compose-tokens.ts";
import { createMailJobs } from "./mail-jobs.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { Config } from "./platform/config/config.ts";
import { PasswordHasher } from "./platform/crypto/password-hasher.ts";
import { deriveKeys } from "./platform/crypto/sealed-secrets.ts";
import type { Databases } from "./platform/db/connect.ts";
import { IdentityDb } from "./platform/db/handles.ts";
import { PlatformDb } from "./platform/db/platform-db.ts";
import { EventPublisher } from "./platform/events/event-publisher.ts";
import { eventsTopic } from "./platform/events/event-row.ts";
import { deviceCookie } from "./platform/http/cookies.ts";
import { registerOperations } from "./platform/http/operations.routes.ts";
import { registerDocumentation } from "./platform/http/documentation.routes.ts";
import { releaseMemoryWhenIdle } from "./platform/http/idle-memory.ts";
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
import type { MailJobs } from "./platform/mail/mail-job.ts";
import { LiveEvents } from "./platform/realtime/live-events.ts";
import { FirstSteps } from "./features/auth/first-steps.ts";

/** Input of the composition root. */
export type AppDependencies = {
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
    mailJobs: MailJobs;
  };

/** Composition root: the only place that connects the parts of the server. Features import each other's types only. */
export async function createApp({
  config,
  masterKey,
  databases,
  bus,
  clock,
  log,
}: AppDependencies): Promise<App> {
  const keys = deriveKeys(masterKey);
  const identityDb = new IdentityDb(databases.app);
  const platformDb = new PlatformDb(databases.platform);
  const live = new LiveEvents(bus);
  const publisher = new EventPublisher(bus, live);
  for (const database of [databases.app, databases.platform]) {
    database.onRecorded = (row) => publisher.publish(row);
    database.onOutboxWritten = () => bus.publish(outboxChannel, {});
  }
  const hasher = new PasswordHasher();
  const limits = new RateLimiter(identityDb, clock);
  const sessions = new SessionService({
    db: identityDb,
    clock,
    refreshKey: keys.refresh,
    demo: config.demo,
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
  const credentials = new Credentials({ clock, limits, sessions });
  const firstSteps = new FirstSteps({ db: identityDb, clock });
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
    demo: config.demo,
    provePasskey: (context, proof) => passkeys.proveOwn(context, proof),
    renewSecret: (tx, origin, now) => renewSecret(tx, origin, { refreshKey: keys.refresh, now }),
  });
  const secondStep = new SecondStepService({ db: identityDb, clock, codes, signIn, firstSteps });
  const applications = new ApplicationTokenService({
    db: identityDb,
    clock,
    key: keys.refresh,
    demo: config.demo,
  });
  const notices = createNotices({ clock });
  const mailLimits = new MailLimits(limits);
  const base = { db: identityDb, clock, hasher, sessions };
  const shared = { ...base, ...notices, mailLimits };
  const people = new PeopleService(shared);
  const members = new MemberService({ ...shared, users: people });
  const invitations = new InvitationService(shared);
  const emails = new EmailService({ ...shared, auth });
  const securityDependencies: SecurityDependencies = {
    ...shared,
    limits,
    signIn,
    credentials,
  };
  const setup = new SetupService({ platformDb, clock, hasher });
  const demo = composeDemo({
    ...shared,
    platformDb,
    sealingKey: keys.sealing,
    inject: (request) => server.inject(request),
  });
  const visits = new PracticeVisits(identityDb);

  const workstationSessions: WorkstationSessionService = new WorkstationSessionService({
    db: identityDb,
    clock,
    sessions,
    signIn,
    auth,
    provePasskey: (proof, subject, recordFailure) => passkeySignIn.proveUnlock(proof, subject, recordFailure),
  });
  const { passkeys, passkeySignIn } = createPasskeys({
    ...shared,
    publicUrl: config.publicUrl,
    attempts: new PasskeyAttempts(limits),
    signIn,
    firstSteps,
    demo: config.demo,
  });
  const workstations = new WorkstationService({ db: identityDb, clock, sessions });

  const server = createServer({ config, log, otherErrors: openaiError });
  const unknownPath = unknownPathAnswers(server);
  const metrics = createMetrics();
  observeRequests(server, log, metrics);
  releaseMemoryWhenIdle(server);
  const cookie = deviceCookie(config);
  const tickets = new StreamTicketService({ db: identityDb, clock });
  const registrar = new Registrar(server, {
    identityDb,
    cookie,
    origins: config.origins,
    ...callerDependencies({ db: identityDb, sessions, applications, visits, tickets }),
    findOrganization: (id) => findAnyOrganization(platformDb, id),
    requestHashKey: keys.repeats,
    personLimits: { ...defaultPersonLimits, changes: config.ownChangesPerHour },
  });
  const answerDependencies: AnswerDependencies = {
    sessions,
    db: identityDb,
    clock,
    cookie,
    me: (personId, db) => users.me(personId, db),
  };
  registerAuthRoutes(registrar, { ...answerDependencies, auth });
  const answer = (signedIn: SignedInPerson, reply: FastifyReply) =>
    answerSignedIn(answerDependencies, signedIn, reply);
  registerTwoFactorRoutes(registrar, { twoFactor, secondStep, cookie, answerSignedIn: answer });
  registerPasskeyRoutes(registrar, { passkeys, passkeySignIn, answerSignedIn: answer });
  registerSessionRoutes(registrar, new OwnSessionsService({ db: identityDb, clock, sessions }));
  registerWorkstationSessionRoutes(registrar, { workstation: workstationSessions, answerSignedIn: answer });
  registerWorkstationRoutes(registrar, workstations);
  const limitLinks = async (origin: RequestOrigin) => {
    await limits.consume(attemptKey("link", origin.address), addressRule, "TOO_MANY_REQUESTS");
  };
  registerUserRoutes(registrar, {
    users,
    people,
    ...peopleRecords({ ...shared, ...usageReads }),
    emails,
    emailLinks: new EmailLinkService(shared),
    limitLinks,
    listUsers,
    ...platformReads(platformDb, visits),
  });
  registerPreferenceRoutes(registrar, new PreferenceService(identityDb));
  composePasswordReset(registrar, {
    ...shared,
    signIn,
    credentials,
    limits,
    limitLinks,
  });
  registerUserSecurityRoutes(registrar, {
    security: new UserSecurityService(securityDependencies),
    recovery: new RecoveryCodeService(securityDependencies),
  });
  const offboardingJob = composeStaff(registrar, { ...shared, platformDb, credentials });
  composeNotifications(registrar, shared);
  registerMemberRoutes(registrar, { members, invitations, limitLinks });
  composeOrganizations(registrar, { ...shared, platformDb, members, listUsers });
  composeBilling(registrar, { ...shared, people });
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
  const outside = { bus, live, log, outgoing: config.outgoing, sealingKey: keys.sealing };
  const ai = composeAi(registrar, { ...shared, ...outside, platformDb, tickets, callLimits: config.aiCalls });
  server.addHook("onClose", ai.close);
  registerSetupRoutes(registrar, setup, async (origin) => {
    await limits.consume(attemptKey("setup", origin.address), addressRule, "TOO_MANY_REQUESTS");
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
  const mailJobs = createMailJobs({ db: platformDb, clock, publicUrl: config.publicUrl });
  const backgroundWork = composeBackgroundWork({ db: platformDb, clock, ...notices }, [
    offboardingJob,
    ai.lostCalls,
  ]);
  const outboxHandlers = { ...backgroundWork.outboxHandlers, [eventsTopic]: publisher.handler };
  return {
    server,
    sessions,
    setup,
    ...demo,
    platformDb,
    identityDb,
    live,
    mailJobs,
    ...backgroundWork,
    outboxHandlers,
  };
}
