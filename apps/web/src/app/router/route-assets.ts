import type { CatalogueName } from "../../platform/i18n/catalogues.ts";
import { profileTexts } from "./profile-texts.ts";
import type { routeTable } from "./route-table.ts";

/** The parts of a page: modules below `src/` that it downloads, and its text catalogues. */
interface RouteAssets {
  readonly modules: readonly string[];
  readonly texts: readonly CatalogueName[];
}

/** Downloaded for every URL. */
export const entryAssets = ["main.tsx"] as const;

const frameTexts = ["common", "frame"] as const;
const portal = "app/portal.tsx";

/** A page outside the session. */
function open(module: string, ...texts: CatalogueName[]): RouteAssets {
  return { modules: [portal, module], texts: [...frameTexts, ...texts] };
}

/** A page inside the layout. */
function inside(modules: string | readonly string[], ...texts: CatalogueName[]): RouteAssets {
  return {
    modules: [portal, "app/shell/shell.tsx", ...[modules].flat()],
    texts: [...frameTexts, "shell", "organizations", "roles", "notifications", ...texts],
  };
}

const setup = open("features/setup/setup-page.tsx", "setup", "passwords");
const invitation = open("features/members/invitation-page.tsx", "invitation", "passwords");
const emailLink = open("features/users/email-link-page.tsx", "email");
const passwordReset = open("app/pages/password-reset-route.tsx", "password-reset", "passwords", "auth");
const people = inside("app/pages/users-route.tsx", "users", "people");

/**
 * The parts of each route's page. The build turns them into preload hints in the served HTML, so that all
 * parts load in parallel; a browser test checks that no page requests a script that is missing here.
 */
export const routeAssets: Record<keyof typeof routeTable, RouteAssets> = {
  login: { modules: ["app/login-app.tsx"], texts: [...frameTexts, "auth"] },
  debugAuth: open("app/pages/debug-auth/debug-auth-page.tsx", "debug-auth", "roles"),
  passwordReset,
  passwordResetLink: passwordReset,
  locked: open("features/workstation/lock-page.tsx", "workstation"),
  setup,
  setupOpened: setup,
  invitation,
  invitationOpened: invitation,
  emailConfirm: emailLink,
  emailConfirmOpened: emailLink,
  emailCancel: emailLink,
  emailCancelOpened: emailLink,
  dashboard: inside(
    ["app/pages/dashboard/dashboard-page.tsx", "app/pages/dashboard/activity-card.tsx"],
    "dashboard",
    "activity",
  ),
  users: people,
  organizationUsers: people,
  user: inside("app/pages/user-route.tsx", "users", "people"),
  organization: inside(
    ["app/pages/organization/organization-route.tsx", "app/pages/organization/danger-zone.tsx"],
    "organization",
    "practice-fields",
    "practice-kinds",
  ),
  organizations: inside("app/pages/organizations-route.tsx", "practices", "practice-kinds", "list"),
  userPermissions: inside("app/pages/permissions-route.tsx", "people", "person-permissions"),
  aiUsage: inside("app/pages/ai-usage-route.tsx", "usage", "quota"),
  usage: inside("app/pages/usage-route.tsx", "usage"),
  admin: inside("app/pages/admin/admin-route.tsx", "admin"),
  clientTokens: inside("app/pages/client-tokens-route.tsx", "client-tokens"),
  aiProviders: inside("app/pages/ai-providers-route.tsx", "ai-providers", "ai-switches", "ai-words"),
  workstations: inside("app/pages/workstations-route.tsx", "workstations", "list"),
  audit: inside("app/pages/audit-route.tsx", "audit", "activity"),
  assistant: inside("app/pages/assistant-route.tsx", "assistant", "ai-words"),
  superadminProfile: inside(
    "app/pages/profile/superadmin-profile-page.tsx",
    ...profileTexts,
    "superadmin-profile",
    "activity",
  ),
  profile: inside("app/pages/profile/profile-page.tsx", ...profileTexts),
  twoFactorSetup: inside("app/pages/profile/two-factor-route.tsx", "two-factor"),
  settings: inside("features/settings/settings-page.tsx", "settings"),
  changePassword: inside("features/auth/change-password-page.tsx", "auth", "passwords"),
};
