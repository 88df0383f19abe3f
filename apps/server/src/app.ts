import { findAnyOrganization } from "./directory/any-organization.platform-queries.ts";
import { RateLimiter } from "./directory/rate-limiter.ts";
import { createAi } from "./features/ai/create-ai.ts";
import { createAudit } from "./features/audit/create-audit.ts";
import { createAuth } from "./features/auth/create-auth.ts";
import { createBackgroundWork } from "./features/background-work/create-background-work.ts";
import { createBilling } from "./features/billing/create-billing.ts";
import { createCloudSync } from "./features/cloud-sync/create-cloud-sync.ts";
import { createDemo } from "./features/demo/create-demo.ts";
import { createAiInstruction } from "./features/ai-instruction/create-ai-instruction.ts";
import { createAiTemplates } from "./features/ai-templates/create-ai-templates.ts";
import { createDepartments } from "./features/departments/create-departments.ts";
import { createEmergencyCode } from "./features/emergency-code/create-emergency-code.ts";
import { createEvidence } from "./features/evidence/create-evidence.ts";
import { createInvoices } from "./features/invoices/create-invoices.ts";
import { createLegacy } from "./features/legacy/create-legacy.ts";
import { createMembers } from "./features/members/create-members.ts";
import { createNotifications } from "./features/notifications/create-notifications.ts";
import { createOrgTokens } from "./features/org-tokens/create-org-tokens.ts";
import { createOrganizations } from "./features/organizations/create-organizations.ts";
import { createPasskeys } from "./features/passkeys/create-passkeys.ts";
import { createPasswordReset } from "./features/password-reset/create-password-reset.ts";
import { createPayments } from "./features/payments/create-payments.ts";
import { createPreferences } from "./features/preferences/create-preferences.ts";
import { createReviews } from "./features/reviews/create-reviews.ts";
import { createSessions } from "./features/sessions/create-sessions.ts";
import { createSetup } from "./features/setup/create-setup.ts";
import { createSites } from "./features/sites/create-sites.ts";
import { createStaff } from "./features/staff/create-staff.ts";
import { createStart } from "./features/start/create-start.ts";
import { createOwnData } from "./features/own-data/create-own-data.ts";
import { createTenantExport } from "./features/tenant-export/create-tenant-export.ts";
import { createTenants } from "./features/tenants/create-tenants.ts";
import { createTwoFactor } from "./features/two-factor/create-two-factor.ts";
import { createUsage } from "./features/usage/create-usage.ts";
import { createUserSecurity } from "./features/user-security/create-user-security.ts";
import { createUsers } from "./features/users/create-users.ts";
import { createWebhooks } from "./features/webhooks/create-webhooks.ts";
import { createWorkstation } from "./features/workstation/create-workstation.ts";
import { createWorkstations } from "./features/workstations/create-workstations.ts";
import { PasswordHasher } from "./platform/crypto/password-hasher.ts";
import { deriveKeys } from "./platform/crypto/sealed-secrets.ts";
import { IdentityDb } from "./platform/db/handles.ts";
import { PlatformDb } from "./platform/db/platform-db.ts";
import { ReportDb } from "./platform/db/reports/report-db.ts";
import { publishRecorded } from "./platform/events/publish-recorded.ts";
import type { Feature } from "./platform/feature.ts";
import { deviceCookie } from "./platform/http/origin/cookies.ts";
import { createMetrics } from "./platform/metrics/metrics.ts";
import { measurePortal } from "./platform/metrics/measure-portal.ts";
import { readStoredState } from "./platform/metrics/stored-state.platform-queries.ts";
import { StoredStateReader } from "./platform/metrics/stored-state.ts";
import { LiveEvents } from "./platform/realtime/live-events.ts";
import type { App, AppDependencies } from "./app-types.ts";
import { serveFeatures } from "./serve-features.ts";
import { resolveCallers } from "./resolve-callers.ts";
import { directoryDeletions } from "./directory/deletions.queries.ts";
import { idempotencyDeletions } from "./platform/idempotency/deletions.queries.ts";

/** Time for which /metrics reuses the state of outbox and jobs, in ms. */
const storedStateMs = 1_000;

/** Creates the server: each feature with the parts of the others that it uses. This is the composition root. */
export async function createApp(dependencies: AppDependencies): Promise<App> {
  const { config, databases, bus, clock, log, tracing } = dependencies;
  const {
    refresh: refreshKey,
    sealing: sealingKeys,
    repeats,
    pins: pinKey,
    unsubscribe: unsubscribeKeys,
  } = deriveKeys(dependencies.masterKey, config.previousMasterKey);
  const db = new IdentityDb(databases.app);
  const platformDb = new PlatformDb(databases.platform);
  const reports = new ReportDb({ primary: databases, replica: databases.replica });
  const live = new LiveEvents(bus);
  const limits = new RateLimiter(db, clock);
  const cookie = deviceCookie(config);
  const { demo: isDemo, publicUrl, operatorName, outgoing, features: offered } = config;
  const rules = { demo: isDemo, offersTwoFactor: offered.twoFactor };
  const state = { db, platformDb, reports, clock, live, bus, limits, hasher: new PasswordHasher(), ...rules };

  const auth = createAuth({
    ...state,
    cookie,
    refreshKey,
    clearCookies: (cookies) => legacy.clearCookies(cookies),
  });
  const notifications = createNotifications({ ...state, publicUrl, unsubscribeKeys });
  const usage = createUsage(state);
  const passkeys = createPasskeys({ ...state, publicUrl, auth });
  const twoFactor = createTwoFactor({ ...state, cookie, sealingKeys, auth, passkeys });
  const users = createUsers({ ...state, publicUrl, auth, notifications, usage });
  const members = createMembers({ ...state, publicUrl, auth, notifications, users });
  const staff = createStaff({ ...state, auth, notifications });
  const organizations = createOrganizations({
    ...state,
    operatorName,
    auth,
    notifications,
    members,
    users,
    usage,
    staff,
  });
  const orgTokens = createOrgTokens({ ...state, tokenKey: refreshKey, auth, twoFactor });
  const ai = createAi({
    ...state,
    log,
    outgoing,
    sealingKeys,
    callLimits: config.aiCalls,
    flushesHolds: config.databaseUrls !== undefined,
    notifications,
    usage,
  });
  const webhooks = createWebhooks({
    ...state,
    log,
    sealingKeys,
    outgoing: config.deliveryTargets,
    notifications,
  });
  const sessions = createSessions({ ...state, auth });
  const passwordReset = createPasswordReset({ ...state, publicUrl, auth });
  const emergencyCode = createEmergencyCode({ ...state, auth, notifications });
  const setup = createSetup(state);
  const preferences = createPreferences(state);
  const workstation = createWorkstation({ ...state, pinKey, auth, passkeys, notifications });
  const tenantExport = createTenantExport({ ...state, notifications });
  const invoices = createInvoices({ ...state, log, sealingKeys });
  const payments = createPayments({ ...state, sealingKeys, notifications, invoices });
  const legacy = createLegacy({ ...state, config, log, sealingKeys, hashKey: repeats, auth });
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
    webhooks,
    sessions,
    staff,
    passwordReset,
    emergencyCode,
    setup,
    workstation,
    createWorkstations({ ...state, auth }),
    preferences,
    createReviews({ ...state, notifications }),
    createStart({ preferences, notifications, organizations, workstation, legacy }),
    createUserSecurity({ ...state, auth, notifications }),
    createOwnData({ ...state, notifications }),
    createDepartments(),
    createAiInstruction(state),
    createAiTemplates(),
    createSites(),
    createTenants({ ...state, notifications, organizations, usage, invoices }),
    createBackgroundWork(state),
    tenantExport,
    createCloudSync({
      ...state,
      log,
      outgoing: config.deliveryTargets,
      settings: config.cloudSync,
      notifications,
      tenantExport,
    }),
    createEvidence({ ...state, log, sealingKeys, notifications }),
    createBilling({ ...state, notifications, usage }),
    invoices,
    payments,
    legacy,
    createAudit({ ...state, sealingKeys, ...config.retention }),
  ];

  const metrics = createMetrics();
  const storedState = new StoredStateReader(() => readStoredState(platformDb), storedStateMs);
  measurePortal(metrics, {
    databases,
    storedState,
    reports,
    bus,
    dataDir: config.dataDir,
    ai: ai.figures,
  });
  const server = await serveFeatures(features, {
    config,
    log,
    metrics,
    tracing,
    otherErrors: ai.otherErrors,
    identityDb: db,
    cookie,
    ...resolveCallers({ auth, orgTokens, ai, legacy }),
    findOrganization: (id) => findAnyOrganization(platformDb, id),
    requestHashKey: repeats,
    documentedEvents: webhooks.documentedEvents,
  });

  const demo = createDemo({
    ...state,
    sealingKeys,
    ai,
    invoices,
    hasHistory: isDemo && config.demoHistory,
    inject: (request) => server.inject(request),
  });
  return {
    ...demo,
    server,
    platformDb,
    identityDb: db,
    live,
    metrics,
    storedState,
    callers: auth.callers,
    resolveSession: auth.resolveSession,
    setup: setup.setup,
    notificationMails: notifications.notificationMails,
    mailJobs: {
      ...notifications.mails,
      ...users.mails,
      ...members.mails,
      ...sessions.mails,
      ...staff.mails,
      ...passwordReset.mails,
      ...organizations.mails,
      ...invoices.mails,
      ...payments.mails,
    },
    jobs: [...features.flatMap(({ jobs }) => jobs ?? []), ...demo.demoJobs],
    sealedSecrets: { keys: sealingKeys, columns: features.flatMap(({ sealed }) => sealed ?? []) },
    deletions: [
      ...idempotencyDeletions,
      ...directoryDeletions,
      ...features.flatMap(({ deletions }) => deletions ?? []),
    ],
    outboxHandlers: Object.assign(
      publishRecorded({
        databases,
        bus,
        live,
        invalidations: ai.invalidations,
        forward: webhooks.passOn,
        log,
      }),
      ...features.map(({ outboxHandlers }) => outboxHandlers),
    ),
  };
}
