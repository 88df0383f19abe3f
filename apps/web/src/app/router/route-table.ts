import type { RouteDefinition } from "./route-definition.ts";

const login = { kind: "login" } as const;
const open = { kind: "public" } as const;

/** Catalogues of the cards shared by both profile pages. */
const profileTexts = [
  "profile",
  "settings",
  "email",
  "two-factor",
  "passkeys",
  "sessions",
  "org-tokens",
] as const;

const setup = {
  title: "setup",
  access: open,
  parts: ["features/setup/setup-page.tsx"],
  texts: ["setup", "passwords"],
  navigation: null,
} as const;
const invitation = {
  title: "invitation",
  access: open,
  parts: ["features/members/invitation-page.tsx"],
  texts: ["invitation", "passwords"],
  navigation: null,
} as const;
const emailLink = {
  access: open,
  parts: ["features/users/email/email-link-page.tsx"],
  texts: ["email"],
  navigation: null,
} as const;
const passwordReset = {
  access: open,
  parts: ["app/pages/password-reset-route.tsx"],
  texts: ["password-reset", "passwords", "auth"],
  navigation: null,
} as const;

/**
 * The single list of routes. Guards, titles, navigation, search, page views, text bundles and preloads derive from it,
 * so that no screen is reachable in one place and hidden in another. The sidebar follows the order of the rows.
 */
export const routeTable = {
  login: {
    path: "/login",
    title: "login",
    access: open,
    // Opened directly, it runs without the router.
    parts: ["app/login-app.tsx"],
    texts: ["auth"],
    navigation: null,
  },
  /** Exists only if the server enables it. */
  debugAuth: {
    path: "/debug-auth",
    title: "debugAuth",
    access: open,
    parts: ["app/pages/debug-auth/debug-auth-page.tsx"],
    texts: ["debug-auth", "roles"],
    navigation: null,
  },
  passwordReset: { path: "/password-reset", title: "passwordReset", ...passwordReset },
  passwordResetLink: { path: "/password-reset/$token", title: "passwordResetLink", ...passwordReset },
  /** The lock screen of a workstation. */
  locked: {
    path: "/locked",
    title: "locked",
    access: open,
    parts: ["features/workstation/lock-page.tsx"],
    texts: ["workstation"],
    navigation: null,
  },
  /** The URL after the token of a setup link has been read. */
  setupOpened: { path: "/setup", ...setup },
  setup: { path: "/setup/$token", ...setup },
  /** Mailed links; the rows without a token are the URLs after it has been read. */
  invitation: { path: "/invitation/$token", ...invitation },
  invitationOpened: { path: "/invitation", ...invitation },
  emailConfirm: { path: "/email/$token", title: "emailConfirm", ...emailLink },
  emailConfirmOpened: { path: "/email", title: "emailConfirm", ...emailLink },
  emailCancel: { path: "/email-cancel/$token", title: "emailCancel", ...emailLink },
  emailCancelOpened: { path: "/email-cancel", title: "emailCancel", ...emailLink },
  dashboard: {
    path: "/dashboard",
    title: "dashboard",
    access: login,
    parts: ["app/pages/dashboard/dashboard-page.tsx", "app/pages/dashboard/activity-card.tsx"],
    texts: ["dashboard", "activity"],
    navigation: "organization",
  },
  users: {
    path: "/users",
    title: "users",
    access: { kind: "login", permission: "users:read" },
    parts: ["app/pages/users-route.tsx"],
    texts: ["users", "people", "list"],
    navigation: "organization",
  },
  user: {
    path: "/users/$userId",
    title: "user",
    access: { kind: "login", permission: "users:read" },
    parts: ["app/pages/user-route.tsx"],
    texts: ["users", "people"],
    navigation: null,
  },
  userPermissions: {
    path: "/users/$userId/permissions",
    title: "userPermissions",
    access: { kind: "login", permission: "users:write" },
    parts: ["app/pages/permissions-route.tsx"],
    texts: ["people", "person-permissions"],
    navigation: null,
  },
  organization: {
    path: "/organization",
    title: "organization",
    access: { kind: "login", permission: "organizations:read" },
    parts: ["app/pages/organization/organization-route.tsx", "app/pages/organization/danger-zone.tsx"],
    texts: ["organization", "organization-fields", "organization-kinds", "limits"],
    navigation: "organization",
  },
  organizationUsers: {
    path: "/organization/users",
    title: "organizationUsers",
    access: { kind: "login", roles: ["super_admin", "org_admin"] },
    parts: ["app/pages/users-route.tsx"],
    texts: ["users", "people", "list"],
    navigation: "organization",
  },
  workstations: {
    path: "/organization/workstations",
    title: "workstations",
    access: { kind: "login", roles: ["super_admin", "org_admin", "practice_admin"] },
    parts: ["app/pages/workstations-route.tsx"],
    texts: ["workstations", "list"],
    navigation: "organization",
  },
  audit: {
    path: "/audit",
    title: "audit",
    access: { kind: "login", roles: ["super_admin", "org_admin"], orPermission: "audit:read" },
    parts: ["app/pages/audit-route.tsx"],
    texts: ["audit", "activity", "list"],
    navigation: "organization",
  },
  assistant: {
    path: "/assistant",
    title: "assistant",
    access: { kind: "login", permission: "ai:use" },
    parts: ["app/pages/assistant-route.tsx"],
    texts: ["assistant", "ai-words"],
    navigation: "ai",
  },
  aiUsage: {
    path: "/ai-usage",
    title: "aiUsage",
    access: { kind: "login", permission: "ai:read" },
    parts: ["app/pages/ai-usage-route.tsx"],
    texts: ["usage", "quota"],
    navigation: "ai",
  },
  aiProviders: {
    path: "/ai-providers",
    title: "aiProviders",
    access: { kind: "login", roles: ["admin", "super_admin"] },
    parts: ["app/pages/ai-providers-route.tsx"],
    texts: ["ai-providers", "ai-switches", "ai-words"],
    navigation: "ai",
  },
  usage: {
    path: "/usage",
    title: "usage",
    access: { kind: "login", permission: "billing:read" },
    parts: ["app/pages/usage-route.tsx"],
    texts: ["usage"],
    navigation: "costs",
  },
  tenantUsage: {
    path: "/tenant-usage",
    title: "tenantUsage",
    access: { kind: "login", permission: "usage:read" },
    parts: ["app/pages/tenants/tenant-usage-route.tsx"],
    texts: ["limits", "usage"],
    navigation: "costs",
  },
  admin: {
    path: "/admin",
    title: "admin",
    access: { kind: "login", roles: ["admin", "super_admin"] },
    parts: ["app/pages/admin/admin-route.tsx"],
    texts: ["admin"],
    navigation: "platform",
  },
  organizations: {
    path: "/organizations",
    title: "organizations",
    access: { kind: "login", roles: ["super_admin"] },
    parts: ["app/pages/organizations-route.tsx"],
    texts: ["organization-administration", "organization-kinds", "list"],
    navigation: "platform",
  },
  tenantManagement: {
    path: "/tenant-management",
    title: "tenantManagement",
    access: { kind: "login", roles: ["super_admin"] },
    parts: ["app/pages/tenants/tenants-route.tsx"],
    texts: ["tenants", "limits", "organization-kinds", "list"],
    navigation: "platform",
  },
  tenant: {
    path: "/tenant-management/$id",
    title: "tenant",
    access: { kind: "login", roles: ["super_admin"] },
    parts: ["app/pages/tenants/tenant-route.tsx"],
    texts: ["tenants", "limits", "organization", "organization-kinds"],
    navigation: null,
  },
  clientTokens: {
    path: "/admin/client-tokens",
    title: "clientTokens",
    access: { kind: "login", roles: ["super_admin"] },
    parts: ["app/pages/client-tokens-route.tsx"],
    texts: ["client-tokens", "list"],
    navigation: "platform",
  },
  superadminProfile: {
    path: "/admin/superadmin-profile",
    title: "superadminProfile",
    access: { kind: "login", roles: ["super_admin"] },
    parts: ["app/pages/profile/superadmin-profile-page.tsx"],
    texts: [...profileTexts, "superadmin-profile", "activity"],
    navigation: "platform",
  },
  profile: {
    path: "/profile",
    title: "profile",
    access: login,
    parts: ["app/pages/profile/profile-page.tsx"],
    texts: profileTexts,
    navigation: null,
  },
  twoFactorSetup: {
    path: "/profile/2fa-setup",
    title: "twoFactorSetup",
    access: login,
    parts: ["app/pages/profile/two-factor-route.tsx"],
    texts: ["two-factor"],
    navigation: null,
  },
  settings: {
    path: "/settings",
    title: "settings",
    access: login,
    parts: ["features/settings/settings-page.tsx"],
    texts: ["settings"],
    navigation: null,
  },
  changePassword: {
    path: "/change-password",
    title: "changePassword",
    access: login,
    parts: ["features/auth/change-password-page.tsx"],
    texts: ["auth", "passwords"],
    navigation: null,
  },
} as const satisfies Record<string, RouteDefinition>;
