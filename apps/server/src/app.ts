import { allEndpoints } from "@praxisportal/contract/endpoints";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { findAnyOrganization } from "./directory/any-organization.platform-queries.ts";
import { RateLimiter } from "./directory/rate-limiter.ts";
import { createAi } from "./features/ai/create-ai.ts";
import { createAudit } from "./features/audit/create-audit.ts";
import { type Auth, createAuth } from "./features/auth/create-auth.ts";
import { createBilling } from "./features/billing/create-billing.ts";
import { createDemo } from "./features/demo/create-demo.ts";
import { createDepartments } from "./features/departments/create-departments.ts";
import { createMembers } from "./features/members/create-members.ts";
import { createNotifications } from "./features/notifications/create-notifications.ts";
import { createOrgTokens } from "./features/org-tokens/create-org-tokens.ts";
import { createOrganizations } from "./features/organizations/create-organizations.ts";
import { createPasskeys } from "./features/passkeys/create-passkeys.ts";
import { createPasswordReset } from "./features/password-reset/create-password-reset.ts";
import { createPreferences } from "./features/preferences/create-preferences.ts";
import { createSessions } from "./features/sessions/create-sessions.ts";
import { createSetup } from "./features/setup/create-setup.ts";
import { createSites } from "./features/sites/create-sites.ts";
import { createStaff } from "./features/staff/create-staff.ts";
import { createTenants } from "./features/tenants/create-tenants.ts";
import { createTwoFactor } from "./features/two-factor/create-two-factor.ts";
import { createUsage } from "./features/usage/create-usage.ts";
import { createUserSecurity } from "./features/user-security/create-user-security.ts";
import { createUsers } from "./features/users/create-users.ts";
import { createWorkstation } from "./features/workstation/create-workstation.ts";
import { createWorkstations } from "./features/workstations/create-workstations.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { Config } from "./platform/config/config.ts";
import { PasswordHasher } from "./platform/crypto/password-hasher.ts";
import { deriveKeys } from "./platform/crypto/sealed-secrets.ts";
import type { Databases } from "./platform/db/connect.ts";
import { IdentityDb } from "./platform/db/handles.ts";
import { PlatformDb } from "./platform/db/platform-db.ts";
import { EventPublisher, platformInvalidations } from "./platform/events/event-publisher.ts";
import { eventsTopic } from "./platform/events/event-row.ts";
import type { Feature } from "./platform/feature.ts";
import { deviceCookie } from "./platform/http/origin/cookies.ts";
import { defaultPersonLimits } from "./platform/http/calls/person-rate.ts";
import { Registrar } from "./platform/http/registrar.ts";
import type { MailJobs } from "./platform/mail/mail-job.ts";
import type { OutboxHandlers } from "./platform/outbox/outbox-message.ts";
import type { Job } from "./platform/jobs/scheduler.ts";
import { type Bus, outboxChannel } from "./platform/realtime/bus.ts";
import { LiveEvents } from "./platform/realtime/live-events.ts";
import { openServer, serveOperations } from "./open-server.ts";
import { resolveCallers } from "./resolve-callers.ts";

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
export type App = Pick<Auth, "sessions" | "resolveSession"> &
  Pick<ReturnType<typeof createSetup>, "setup"> &
  ReturnType<typeof createDemo> & {
    server: FastifyInstance;
    platformDb: PlatformDb;
    identityDb: IdentityDb;
    live: LiveEvents;
    /** How each mail of the outbox is prepared. */
    mailJobs: MailJobs;
    /** Scheduled jobs of the features. */
    jobs: readonly Job[];
    /** Outbox handlers of the features by topic. */
    outboxHandlers: OutboxHandlers;
  };

/** Composition root: the list of the features, each with what it needs of the others. */
export async function createApp(dependencies: AppDependencies): Promise<App> {
  const { config, databases, bus, clock, log } = dependencies;
  const { refresh: refreshKey, sealing: sealingKey, repeats } = deriveKeys(dependencies.masterKey);
  const db = new IdentityDb(databases.app);
  const platformDb = new PlatformDb(databases.platform);
  const live = new LiveEvents(bus);
  const limits = new RateLimiter(db, clock);
  const cookie = deviceCookie(config);
  const { demo: isDemo, publicUrl, outgoing, features: offered } = config;
  const rules = { demo: isDemo, offersTwoFactor: offered.twoFactor };
  const state = { db, platformDb, clock, live, bus, limits, hasher: new PasswordHasher(), ...rules };

  const auth = createAuth({ ...state, cookie, refreshKey });
  const notifications = createNotifications({ ...state, publicUrl });
  const usage = createUsage(state);
  const passkeys = createPasskeys({ ...state, publicUrl, auth });
  const twoFactor = createTwoFactor({ ...state, cookie, sealingKey, auth, passkeys });
  const users = createUsers({ ...state, publicUrl, auth, notifications, usage });
  const members = createMembers({ ...state, publicUrl, auth, notifications, users });
  const organizations = createOrganizations({ ...state, auth, notifications, members, users, usage });
  const orgTokens = createOrgTokens({ ...state, tokenKey: refreshKey, auth, twoFactor });
  const ai = createAi({
    ...state,
    log,
    outgoing,
    sealingKey,
    callLimits: config.aiCalls,
    notifications,
    usage,
  });
  const sessions = createSessions({ ...state, auth });
  const staff = createStaff({ ...state, auth, notifications });
  const passwordReset = createPasswordReset({ ...state, publicUrl, auth });
  const setup = createSetup(state);
  const publisher = new EventPublisher(bus, live, { ...platformInvalidations, ...ai.invalidations });
  for (const database of [databases.app, databases.platform]) {
    database.onRecorded = (row) => publisher.publish(row);
    database.onOutboxWritten = () => bus.publish(outboxChannel, {});
  }
  const features: readonly Feature[] = [
    auth,
    notifications,
    usage,
    passkeys,
    twoFactor,
    users,
    members,
    organizations,
    orgTokens,
    ai,
    sessions,
    staff,
    passwordReset,
    setup,
    createWorkstation({ ...state, auth, passkeys }),
    createWorkstations({ ...state, auth }),
    createPreferences(state),
    createUserSecurity({ ...state, auth, notifications }),
    createDepartments(),
    createSites(),
    createTenants({ ...state, organizations }),
    createBilling({ ...state, notifications, usage }),
    createAudit(state),
  ];

  const { server, metrics, unknownPath } = openServer({ config, log, otherErrors: ai.otherErrors });
  const registrar = new Registrar(server, {
    identityDb: db,
    cookie,
    origins: config.origins,
    ...resolveCallers({ auth, orgTokens, ai }),
    findOrganization: (id) => findAnyOrganization(platformDb, id),
    requestHashKey: repeats,
    personLimits: { ...defaultPersonLimits, changes: config.ownChangesPerHour },
  });
  for (const { registerRoutes, close } of features) {
    registerRoutes(registrar);
    if (close !== undefined) server.addHook("onClose", close);
  }
  registrar.assertComplete(allEndpoints);
  await serveOperations({ server, config, metrics, unknownPath, db });

  const demo = createDemo({ ...state, sealingKey, ai, inject: (request) => server.inject(request) });
  return {
    ...demo,
    server,
    platformDb,
    identityDb: db,
    live,
    sessions: auth.sessions,
    resolveSession: auth.resolveSession,
    setup: setup.setup,
    mailJobs: {
      ...notifications.mails,
      ...users.mails,
      ...members.mails,
      ...sessions.mails,
      ...staff.mails,
      ...passwordReset.mails,
    },
    jobs: features.flatMap(({ jobs }) => jobs ?? []),
    outboxHandlers: Object.assign(
      { [eventsTopic]: publisher.handler },
      ...features.map(({ outboxHandlers }) => outboxHandlers),
    ),
  };
}
