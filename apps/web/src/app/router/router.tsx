import { createRoute, createRouter, redirect } from "@tanstack/react-router";
import { FailedPage } from "../pages/failed-page.tsx";
import { createGuard } from "./guards.ts";
import { lazyPage } from "./lazy-page.tsx";
import { openRoutes } from "./open-routes.tsx";
import { profileTexts } from "./profile-texts.ts";
import { root } from "./root-route.tsx";
import { fixedPaths, routeTable } from "./route-table.ts";
import { usageSearch } from "../../features/usage/usage-search.ts";
import { userTabSearch } from "./user-tabs.ts";
import { parseRedirect } from "./parse-redirect.ts";
import { parseSearch, stringifySearch } from "./search-text.ts";

type TextSearch = Readonly<Record<string, string | number | undefined>>;

/** Pages validate their own search parameters, because they know how to handle an invalid value. */
function asText(search: Record<string, unknown>): TextSearch {
  return search as TextSearch;
}

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

/** The layout for signed-in users; its chunk brings the query client and everything that needs it. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  component: lazyPage(
    async () => (await import("../shell/shell.tsx")).Shell,
    "shell",
    "organizations",
    "roles",
  ),
});

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.dashboard.path,
  validateSearch: (search: Record<string, unknown>): { checks?: "open" } =>
    search["checks"] === "open" ? { checks: "open" } : {},
  beforeLoad: createGuard(routeTable.dashboard),
  component: lazyPage(
    async () => (await import("../pages/dashboard/dashboard-page.tsx")).DashboardPage,
    "dashboard",
  ),
});

const users = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.users.path,
  validateSearch: asText,
  beforeLoad: createGuard(routeTable.users),
  component: lazyPage(async () => (await import("../pages/users-route.tsx")).UsersRoute, "users", "people"),
});

const user = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.user.path,
  validateSearch: userTabSearch,
  beforeLoad: createGuard(routeTable.user),
  component: lazyPage(async () => (await import("../pages/user-route.tsx")).UserRoute, "users", "people"),
});

const userPermissions = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.userPermissions.path,
  beforeLoad: createGuard(routeTable.userPermissions),
  component: lazyPage(
    async () => (await import("../pages/permissions-route.tsx")).PermissionsRoute,
    "people",
    "person-permissions",
  ),
});

const organizationUsers = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.organizationUsers.path,
  validateSearch: asText,
  beforeLoad: createGuard(routeTable.organizationUsers),
  component: lazyPage(
    async () => (await import("../pages/users-route.tsx")).OrganizationUsersRoute,
    "users",
    "people",
  ),
});

const organization = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.organization.path,
  validateSearch: asText,
  beforeLoad: createGuard(routeTable.organization),
  component: lazyPage(
    async () => (await import("../pages/organization/organization-route.tsx")).OrganizationRoute,
    "organization",
    "practice-fields",
    "practice-kinds",
  ),
});

const organizations = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.organizations.path,
  validateSearch: asText,
  beforeLoad: createGuard(routeTable.organizations),
  component: lazyPage(
    async () => (await import("../pages/organizations-route.tsx")).OrganizationsRoute,
    "practices",
    "practice-kinds",
    "list",
  ),
});

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.admin.path,
  validateSearch: asText,
  beforeLoad: createGuard(routeTable.admin),
  component: lazyPage(async () => (await import("../pages/admin/admin-route.tsx")).AdminRoute, "admin"),
});

const clientTokens = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.clientTokens.path,
  validateSearch: asText,
  beforeLoad: createGuard(routeTable.clientTokens),
  component: lazyPage(
    async () => (await import("../pages/client-tokens-route.tsx")).ClientTokensRoute,
    "client-tokens",
  ),
});

const aiProviders = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.aiProviders.path,
  validateSearch: (search: Record<string, unknown>): { provider?: string } =>
    typeof search["provider"] === "string" ? { provider: search["provider"] } : {},
  beforeLoad: createGuard(routeTable.aiProviders),
  component: lazyPage(
    async () => (await import("../pages/ai-providers-route.tsx")).AiProvidersRoute,
    "ai-providers",
    "ai-switches",
    "ai-words",
  ),
});

const workstations = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.workstations.path,
  validateSearch: asText,
  beforeLoad: createGuard(routeTable.workstations),
  component: lazyPage(
    async () => (await import("../pages/workstations-route.tsx")).WorkstationsRoute,
    "workstations",
    "list",
  ),
});

const audit = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.audit.path,
  validateSearch: asText,
  beforeLoad: createGuard(routeTable.audit),
  component: lazyPage(async () => (await import("../pages/audit-route.tsx")).AuditRoute, "audit", "activity"),
});

const assistant = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.assistant.path,
  beforeLoad: createGuard(routeTable.assistant),
  component: lazyPage(
    async () => (await import("../pages/assistant-route.tsx")).AssistantRoute,
    "assistant",
    "ai-words",
  ),
});

const aiUsage = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.aiUsage.path,
  validateSearch: usageSearch,
  beforeLoad: createGuard(routeTable.aiUsage),
  component: lazyPage(
    async () => (await import("../pages/ai-usage-route.tsx")).AiUsageRoute,
    "usage",
    "quota",
  ),
});

const usage = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.usage.path,
  validateSearch: usageSearch,
  beforeLoad: createGuard(routeTable.usage),
  component: lazyPage(async () => (await import("../pages/usage-route.tsx")).UsageRoute, "usage"),
});

const superadminProfile = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.superadminProfile.path,
  beforeLoad: createGuard(routeTable.superadminProfile),
  component: lazyPage(
    async () => (await import("../pages/profile/superadmin-profile-page.tsx")).SuperadminProfilePage,
    ...profileTexts,
    "superadmin-profile",
    "activity",
  ),
});

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.profile.path,
  validateSearch: (search: Record<string, unknown>): { tab?: "security" } =>
    search["tab"] === "security" ? { tab: "security" } : {},
  beforeLoad: createGuard(routeTable.profile),
  component: lazyPage(
    async () => (await import("../pages/profile/profile-page.tsx")).ProfilePage,
    ...profileTexts,
  ),
});

const twoFactorSetup = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.twoFactorSetup.path,
  validateSearch: parseRedirect,
  beforeLoad: createGuard(routeTable.twoFactorSetup),
  component: lazyPage(
    async () => (await import("../pages/profile/two-factor-route.tsx")).TwoFactorRoute,
    "two-factor",
  ),
});

const settings = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.settings.path,
  beforeLoad: createGuard(routeTable.settings),
  component: lazyPage(
    async () => (await import("../../features/settings/settings-page.tsx")).SettingsPage,
    "settings",
  ),
});

const changePassword = createRoute({
  getParentRoute: () => signedIn,
  path: routeTable.changePassword.path,
  beforeLoad: createGuard(routeTable.changePassword),
  component: lazyPage(
    async () => (await import("../../features/auth/change-password-page.tsx")).ChangePasswordPage,
    "auth",
    "passwords",
  ),
});

const routeTree = root.addChildren([
  home,
  twoFactor,
  ...openRoutes,
  signedIn.addChildren([
    dashboard,
    users,
    user,
    userPermissions,
    organizationUsers,
    organization,
    organizations,
    workstations,
    audit,
    assistant,
    admin,
    clientTokens,
    aiUsage,
    aiProviders,
    usage,
    superadminProfile,
    profile,
    twoFactorSetup,
    settings,
    changePassword,
  ]),
]);

/** Creates the application's router; called once by `portal.tsx`. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultErrorComponent: FailedPage,
    // A fast page must not flicker; with a slow one the old page stays until the new one is ready.
    defaultPendingMs: 10_000,
    scrollRestoration: true,
  });
}

export type AppRouter = ReturnType<typeof createAppRouter>;

declare module "@tanstack/react-router" {
  interface Register {
    router: AppRouter;
  }
}
