import { createRoute, createRouter, redirect } from "@tanstack/react-router";
import { FailedPage } from "../pages/failed-page.tsx";
import { openRoutes } from "./open-routes.tsx";
import { platformRoutes } from "./platform-routes.tsx";
import { signedIn } from "./signed-in-route.tsx";
import { root } from "./root-route.tsx";
import { fixedPaths } from "./fixed-paths.ts";
import { routeTable } from "./route-table.ts";
import { screen } from "./screen.ts";
import { usageSearch } from "../../features/usage/usage-search.ts";
import { unknownPage } from "./unknown-page.ts";
import { tenantUsageSearch } from "../../features/organizations/tenants/usage-period.ts";
import { userSearch } from "./user-search.ts";
import { createLoader } from "./page-loader.ts";
import { parseRedirect } from "./parse-redirect.ts";
import { asText, parseSearch, stringifySearch } from "./search-text.ts";

const home = createRoute({
  getParentRoute: () => root,
  path: fixedPaths.home,
  beforeLoad: () => {
    throw redirect({ to: fixedPaths.dashboard, replace: true });
  },
});

const twoFactor = createRoute({
  getParentRoute: () => root,
  path: fixedPaths.twoFactorSetup,
  beforeLoad: () => {
    throw redirect({ to: routeTable.twoFactorSetup.path, search: {}, replace: true });
  },
});

const legacy = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.legacy, async () => (await import("../pages/legacy/legacy-route.tsx")).LegacyRoute),
});

const patients = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.patients,
    async () => (await import("../pages/legacy/patients-route.tsx")).PatientsRoute,
  ),
});

const tests = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.tests, async () => (await import("../pages/legacy/tests-route.tsx")).TestsRoute),
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.dashboard,
    async () => (await import("../pages/dashboard/dashboard-page.tsx")).DashboardPage,
  ),
  loader: createLoader(
    async () => (await import("../pages/dashboard/dashboard-page.tsx")).startDashboardData,
  ),
  validateSearch: (search: Record<string, unknown>): { checks?: "open"; classic?: "unreachable" } => ({
    ...(search["checks"] === "open" && { checks: "open" }),
    ...(search["classic"] === "unreachable" && { classic: "unreachable" }),
  }),
});

const users = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.users, async () => (await import("../pages/users-route.tsx")).UsersRoute),
  loader: createLoader(async () => (await import("../pages/users-route.tsx")).startUsersData),
  validateSearch: asText,
});

const user = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.user, async () => (await import("../pages/user-route.tsx")).UserRoute),
  loader: createLoader(async () => (await import("../pages/user-route.tsx")).startUserData),
  validateSearch: userSearch,
});

const userPermissions = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.userPermissions,
    async () => (await import("../pages/permissions-route.tsx")).PermissionsRoute,
  ),
  validateSearch: userSearch,
});

const organizationUsers = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.organizationUsers,
    async () => (await import("../pages/users-route.tsx")).OrganizationUsersRoute,
  ),
  loader: createLoader(async () => (await import("../pages/users-route.tsx")).startUsersData),
  validateSearch: asText,
});

const organization = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.organization,
    async () => (await import("../pages/organization/organization-route.tsx")).OrganizationRoute,
  ),
  loader: createLoader(
    async () => (await import("../pages/organization/organization-route.tsx")).startOrganizationData,
  ),
  validateSearch: asText,
});

const tenantUsage = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.tenantUsage,
    async () => (await import("../pages/tenants/tenant-usage-route.tsx")).TenantUsageRoute,
  ),
  loader: createLoader(
    async () => (await import("../pages/tenants/tenant-usage-route.tsx")).startTenantUsageData,
  ),
  validateSearch: tenantUsageSearch,
});

const billing = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.billing,
    async () => (await import("../pages/billing/billing-route.tsx")).BillingRoute,
  ),
  loader: createLoader(async () => (await import("../pages/billing/billing-route.tsx")).startBillingData),
  validateSearch: asText,
});

const billingSubscription = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.billingSubscription,
    async () => (await import("../pages/billing-subscription-route.tsx")).BillingSubscriptionRoute,
  ),
  loader: createLoader(async () => (await import("../pages/billing-subscription-route.tsx")).startPlanData),
});

const evidence = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.evidence, async () => (await import("../pages/evidence-route.tsx")).EvidenceRoute),
  loader: createLoader(async () => (await import("../pages/evidence-route.tsx")).startEvidenceData),
});

const staffBoard = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.staffBoard,
    async () => (await import("../pages/staff-board-route.tsx")).StaffBoardRoute,
  ),
  loader: createLoader(async () => (await import("../pages/staff-board-route.tsx")).startStaffBoardData),
});

const workstations = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.workstations,
    async () => (await import("../pages/workstations-route.tsx")).WorkstationsRoute,
  ),
  loader: createLoader(async () => (await import("../pages/workstations-route.tsx")).startWorkstationsData),
  validateSearch: asText,
});

const reviews = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.reviews, async () => (await import("../pages/reviews-route.tsx")).ReviewsRoute),
  loader: createLoader(async () => (await import("../pages/reviews-route.tsx")).startReviewsData),
});

const webhooks = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.webhooks, async () => (await import("../pages/webhooks-route.tsx")).WebhooksRoute),
  loader: createLoader(async () => (await import("../pages/webhooks-route.tsx")).startWebhooksData),
  validateSearch: asText,
});

const webhook = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.webhook, async () => (await import("../pages/webhook-route.tsx")).WebhookRoute),
  validateSearch: asText,
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.audit, async () => (await import("../pages/audit-route.tsx")).AuditRoute),
  loader: createLoader(async () => (await import("../pages/audit-route.tsx")).startAuditData),
  validateSearch: asText,
});

const assistant = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.assistant, async () => (await import("../pages/assistant-route.tsx")).AssistantRoute),
  loader: createLoader(async () => (await import("../pages/assistant-route.tsx")).startAssistantData),
});

const aiUsage = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.aiUsage, async () => (await import("../pages/ai-usage-route.tsx")).AiUsageRoute),
  loader: createLoader(async () => (await import("../pages/ai-usage-route.tsx")).startAiUsageData),
  validateSearch: usageSearch,
});

const usage = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.usage, async () => (await import("../pages/usage-route.tsx")).UsageRoute),
  loader: createLoader(async () => (await import("../pages/usage-route.tsx")).startUsageData),
  validateSearch: usageSearch,
});

const profile = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.profile, async () => (await import("../pages/profile/profile-page.tsx")).ProfilePage),
  validateSearch: (search: Record<string, unknown>): { tab?: "security" } =>
    search["tab"] === "security" ? { tab: "security" } : {},
});

const twoFactorSetup = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.twoFactorSetup,
    async () => (await import("../pages/profile/two-factor-route.tsx")).TwoFactorRoute,
  ),
  validateSearch: parseRedirect,
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  ...screen(routeTable.settings, async () => (await import("../pages/settings-route.tsx")).SettingsRoute),
});

const changePassword = createRoute({
  getParentRoute: () => signedIn,
  ...screen(
    routeTable.changePassword,
    async () => (await import("../../features/auth/change-password-page.tsx")).ChangePasswordPage,
  ),
});

const unknown = createRoute({ getParentRoute: () => signedIn, ...unknownPage });

const routeTree = root.addChildren([
  home,
  twoFactor,
  ...openRoutes,
  signedIn.addChildren([
    dashboard,
    legacy,
    patients,
    tests,
    users,
    user,
    userPermissions,
    organizationUsers,
    organization,
    tenantUsage,
    billing,
    billingSubscription,
    staffBoard,
    workstations,
    reviews,
    evidence,
    webhooks,
    webhook,
    audit,
    assistant,
    ...platformRoutes,
    aiUsage,
    usage,
    profile,
    twoFactorSetup,
    settings,
    changePassword,
    unknown,
  ]),
]);

/** Creates the application's router. `portal.tsx` calls it once. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: FailedPage,
    // A fast page must not flicker. With a slow page, the old one stays until the new one is ready.
    defaultPendingMs: 10_000,
    // The query client keeps the data. A kept route would keep its search text in memory even after the sign-out.
    defaultGcTime: 0,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
