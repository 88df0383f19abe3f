import { allEndpoints } from "@praxisportal/contract/endpoints";
import type { FastifyInstance } from "fastify";
import type { Logger } from "pino";
import { AttemptLimits, addressRule, attemptKey } from "./features/auth/attempt-limits.ts";
import { registerAuthRoutes } from "./features/auth/auth.routes.ts";
import { AuthService } from "./features/auth/auth.service.ts";
import { PracticeVisits } from "./features/auth/practice-visits.ts";
import { SessionService } from "./features/auth/session.service.ts";
import { DemoService } from "./features/demo/demo.service.ts";
import { findAnyOrganization } from "./features/organizations/organizations.platform-queries.ts";
import { registerOrganizationRoutes } from "./features/organizations/organizations.routes.ts";
import { OrganizationService } from "./features/organizations/organizations.service.ts";
import * as provision from "./features/organizations/provision.queries.ts";
import { registerSetupRoutes } from "./features/setup/setup.routes.ts";
import { SetupService } from "./features/setup/setup.service.ts";
import { listUsers } from "./features/users/users.queries.ts";
import { registerUserRoutes } from "./features/users/users.routes.ts";
import { UserService } from "./features/users/users.service.ts";
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
import { Registrar } from "./platform/http/registrar.ts";
import { createMetrics, observeRequests } from "./platform/http/request-log.ts";
import { createServer, unknownPathAnswers } from "./platform/http/server.ts";
import { serveWebApp } from "./platform/http/web-app.ts";
import { type Bus, outboxChannel, personChangedChannel } from "./platform/realtime/bus.ts";
import { LiveEvents } from "./platform/realtime/live-events.ts";

/** What the composition root is given. */
export type AppParts = {
  config: Config;
  masterKey: Buffer;
  databases: Databases;
  bus: Bus;
  clock: Clock;
  log: Logger;
};

/** The whole server, put together but not listening. */
export type App = {
  server: FastifyInstance;
  sessions: SessionService;
  setup: SetupService;
  demo: DemoService;
  platformDb: PlatformDb;
  identityDb: IdentityDb;
  live: LiveEvents;
};

/** The one place where the parts of the server meet. Features know each other by type only. */
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
    events: {
      personChanged: (personId) => bus.publish(personChangedChannel, { personId }),
      sessionsEnded: (sessionIds, reason) =>
        live.publish({ event: "forceLogout", sessionIds, data: { reason } }),
    },
  });
  bus.subscribe(personChangedChannel, ({ personId }) => sessions.cache.forgetPerson(String(personId)));
  bus.onGap(() => sessions.cache.forgetAll());

  const users = new UserService(identityDb, clock);
  const auth = new AuthService({ db: identityDb, clock, hasher, limits, sessions, demo: config.demo });
  const organizations = new OrganizationService({ db: identityDb, platformDb, clock });
  const setup = new SetupService({ platformDb, clock, hasher, provision });
  const demo = new DemoService({ platformDb, clock, hasher, sealingKey: keys.sealing, provision });
  const visits = new PracticeVisits(identityDb);

  const server = createServer({ config, log });
  const unknownPath = unknownPathAnswers(server);
  const metrics = createMetrics();
  observeRequests(server, log, metrics);
  const cookie = deviceCookie(config);
  const registrar = new Registrar(server, {
    identityDb,
    cookie,
    origins: config.origins,
    resolveCaller: (credentials) => sessions.resolve(credentials),
    noteActivity: (caller) => sessions.noteActivity(caller),
    notePracticeOpened: (context, organization) => visits.note(context, organization),
    findOrganization: (id) => findAnyOrganization(platformDb, id),
  });
  registerAuthRoutes(registrar, {
    auth,
    sessions,
    db: identityDb,
    clock,
    cookie,
    me: (personId, db) => users.me(personId, db),
  });
  registerUserRoutes(registrar, users, live);
  registerOrganizationRoutes(registrar, organizations, listUsers);
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
  return { server, sessions, setup, demo, platformDb, identityDb, live };
}
