import type { routePermissions } from "@praxisportal/contract/permissions";
import type { Role } from "@praxisportal/contract/roles";

/**
 * What a route requires of the visitor. `public` requires nothing; `login` requires a session and, if set,
 * more.
 */
export type Access =
  | { readonly kind: "public" }
  | {
      readonly kind: "login";
      readonly permission?: (typeof routePermissions)[number] | "ai:use";
      readonly roles?: readonly Role[];
      /** Also grants access to users outside `roles`. */
      readonly orPermission?: "audit:read";
    };

export interface RouteDefinition {
  /** Path with `$name` for parameters; the only form of the URL that analytics may receive. */
  readonly path: string;
  /** Key in the catalogue `titles`. */
  readonly title:
    | "login"
    | "locked"
    | "dashboard"
    | "users"
    | "user"
    | "userPermissions"
    | "profile"
    | "twoFactorSetup"
    | "organizationUsers"
    | "organization"
    | "organizations"
    | "workstations"
    | "audit"
    | "assistant"
    | "aiUsage"
    | "usage"
    | "admin"
    | "clientTokens"
    | "aiProviders"
    | "superadminProfile"
    | "debugAuth"
    | "settings"
    | "changePassword"
    | "setup"
    | "passwordReset"
    | "passwordResetLink"
    | "invitation"
    | "emailConfirm"
    | "emailCancel";
  readonly access: Access;
}

const login = { kind: "login" } as const;
const open = { kind: "public" } as const;

/**
 * The single list of routes. Guards, titles, navigation, search and page views derive from it, so that no
 * screen is reachable in one place and hidden in another.
 */
export const routeTable = {
  login: { path: "/login", title: "login", access: open },
  /** Exists only if the server enables it. */
  debugAuth: { path: "/debug-auth", title: "debugAuth", access: open },
  passwordReset: { path: "/password-reset", title: "passwordReset", access: open },
  passwordResetLink: { path: "/password-reset/$token", title: "passwordResetLink", access: open },
  /** The lock screen of a workstation. */
  locked: { path: "/locked", title: "locked", access: open },
  /** The URL after the token of a setup link has been read. */
  setupOpened: { path: "/setup", title: "setup", access: open },
  setup: { path: "/setup/$token", title: "setup", access: open },
  /** Mailed links; the rows without a token are the URLs after it has been read. */
  invitation: { path: "/invitation/$token", title: "invitation", access: open },
  invitationOpened: { path: "/invitation", title: "invitation", access: open },
  emailConfirm: { path: "/email/$token", title: "emailConfirm", access: open },
  emailConfirmOpened: { path: "/email", title: "emailConfirm", access: open },
  emailCancel: { path: "/email-cancel/$token", title: "emailCancel", access: open },
  emailCancelOpened: { path: "/email-cancel", title: "emailCancel", access: open },
  dashboard: { path: "/dashboard", title: "dashboard", access: login },
  users: { path: "/users", title: "users", access: { kind: "login", permission: "users:read" } },
  user: { path: "/users/$userId", title: "user", access: { kind: "login", permission: "users:read" } },
  userPermissions: {
    path: "/users/$userId/permissions",
    title: "userPermissions",
    access: { kind: "login", permission: "users:write" },
  },
  organization: {
    path: "/organization",
    title: "organization",
    access: { kind: "login", permission: "organizations:read" },
  },
  organizationUsers: {
    path: "/organization/users",
    title: "organizationUsers",
    access: { kind: "login", roles: ["super_admin", "org_admin"] },
  },
  organizations: {
    path: "/organizations",
    title: "organizations",
    access: { kind: "login", roles: ["super_admin"] },
  },
  workstations: {
    path: "/organization/workstations",
    title: "workstations",
    access: { kind: "login", roles: ["super_admin", "org_admin", "practice_admin"] },
  },
  audit: {
    path: "/audit",
    title: "audit",
    access: { kind: "login", roles: ["super_admin", "org_admin"], orPermission: "audit:read" },
  },
  assistant: { path: "/assistant", title: "assistant", access: { kind: "login", permission: "ai:use" } },
  aiUsage: { path: "/ai-usage", title: "aiUsage", access: { kind: "login", permission: "ai:read" } },
  usage: { path: "/usage", title: "usage", access: { kind: "login", permission: "billing:read" } },
  admin: {
    path: "/admin",
    title: "admin",
    access: { kind: "login", roles: ["admin", "super_admin"] },
  },
  clientTokens: {
    path: "/admin/client-tokens",
    title: "clientTokens",
    access: { kind: "login", roles: ["super_admin"] },
  },
  aiProviders: {
    path: "/ai-providers",
    title: "aiProviders",
    access: { kind: "login", roles: ["admin", "super_admin"] },
  },
  superadminProfile: {
    path: "/admin/superadmin-profile",
    title: "superadminProfile",
    access: { kind: "login", roles: ["super_admin"] },
  },
  profile: { path: "/profile", title: "profile", access: login },
  twoFactorSetup: { path: "/profile/2fa-setup", title: "twoFactorSetup", access: login },
  settings: { path: "/settings", title: "settings", access: login },
  changePassword: { path: "/change-password", title: "changePassword", access: login },
} as const satisfies Record<string, RouteDefinition>;

/**
 * Paths fixed by the specification. `home` redirects to the dashboard, `twoFactorSetup` to its page below the
 * profile.
 */
export const fixedPaths = {
  login: "/login",
  dashboard: "/dashboard",
  home: "/",
  passwordReset: "/password-reset",
  twoFactorSetup: "/2fa-setup",
} as const;

/** Returns the row of a route pattern; undefined for the not-found page. */
export function findRoute(path: string): RouteDefinition | undefined {
  return Object.values(routeTable).find((row) => row.path === path);
}
