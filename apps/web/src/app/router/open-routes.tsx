import { createRoute, redirect } from "@tanstack/react-router";
import type { ComponentType } from "react";
import { restore } from "../../platform/session/restore.ts";
import { hasSession, sessionStore } from "../../platform/session/session.store.ts";
import { portalConfig } from "../../platform/storage/portal-config.ts";
import { root } from "./root-route.tsx";
import { fixedPaths } from "./fixed-paths.ts";
import { routeTable } from "./route-table.ts";
import { safeRedirect } from "./safe-redirect.ts";
import { screen } from "./screen.ts";
import { parseRedirect } from "./parse-redirect.ts";

const login = createRoute({
  getParentRoute: () => root,
  ...screen(routeTable.login, async () => (await import("../pages/login-route.tsx")).LoginRoute),
  validateSearch: parseRedirect,
  beforeLoad: async ({ search }) => {
    if (sessionStore.getState().status === "unknown") await restore();
    if (hasSession(sessionStore.getState())) throw redirect({ href: safeRedirect(search.redirect) });
  },
});

/**
 * The route of the debug page. If it is disabled, it is not registered, and its URL is handled like any unknown URL.
 */
const debugAuthRoutes = (
  portalConfig().debugAuth
    ? [
        createRoute({
          getParentRoute: () => root,
          ...screen(
            routeTable.debugAuth,
            async () => (await import("../pages/debug-auth/debug-auth-page.tsx")).DebugAuthPage,
          ),
          // The page first shows whether the user is signed in.
          beforeLoad: async () => {
            if (sessionStore.getState().status === "unknown") await restore();
          },
        }),
      ]
    : []
) as [];

const passwordReset = createRoute({
  getParentRoute: () => root,
  ...screen(
    routeTable.passwordReset,
    async () => (await import("../pages/password-reset-route.tsx")).PasswordResetRoute,
  ),
  validateSearch: (search: Record<string, unknown>): { way?: "code" } =>
    search["way"] === "code" ? { way: "code" } : {},
});

const passwordResetLink = createRoute({
  getParentRoute: () => root,
  ...screen(
    routeTable.passwordResetLink,
    async () => (await import("../pages/password-reset-route.tsx")).ResetLinkRoute,
  ),
});

const lockedRoute = createRoute({
  getParentRoute: () => root,
  ...screen(
    routeTable.locked,
    async () => (await import("../../features/workstation/lock-page.tsx")).LockPage,
  ),
  beforeLoad: async () => {
    // Reached with "back" while signed in: do not show who has a locked session here.
    if (sessionStore.getState().status === "unknown") await restore();
    if (sessionStore.getState().status === "signedIn")
      throw redirect({ to: fixedPaths.dashboard, replace: true });
  },
});

const setupScreen = screen(
  routeTable.setup,
  async () => (await import("../../features/setup/setup-page.tsx")).SetupPage,
);
const setup = createRoute({ getParentRoute: () => root, ...setupScreen });
const setupOpened = createRoute({
  getParentRoute: () => root,
  ...setupScreen,
  path: routeTable.setupOpened.path,
  staticData: { definition: routeTable.setupOpened },
});

/**
 * Returns the routes of a mailed link: with its token, and without it after it has been read. Both show the same page.
 */
function linkRoutes(row: "invitation" | "emailConfirm" | "emailCancel", load: () => Promise<ComponentType>) {
  const page = screen(routeTable[row], load);
  const openedRoute = routeTable[`${row}Opened`];
  // A user who is already signed in can accept at once.
  const beforeLoad = async () => {
    if (sessionStore.getState().status === "unknown") await restore();
  };
  return [
    createRoute({ getParentRoute: () => root, ...page, beforeLoad }),
    createRoute({
      getParentRoute: () => root,
      ...page,
      path: openedRoute.path,
      staticData: { definition: openedRoute },
      beforeLoad,
    }),
  ] as const;
}

const links = [
  ...linkRoutes(
    "invitation",
    async () => (await import("../../features/members/invitation-page.tsx")).InvitationPage,
  ),
  ...linkRoutes(
    "emailConfirm",
    async () => (await import("../../features/users/email/email-link-page.tsx")).EmailConfirmPage,
  ),
  ...linkRoutes(
    "emailCancel",
    async () => (await import("../../features/users/email/email-link-page.tsx")).EmailCancelPage,
  ),
];

/** Pages outside a session. */
export const openRoutes = [
  login,
  ...debugAuthRoutes,
  passwordReset,
  passwordResetLink,
  lockedRoute,
  setup,
  setupOpened,
  ...links,
] as const;
