import { createRoute, redirect } from "@tanstack/react-router";
import { restore } from "../../platform/session/restore.ts";
import { sessionStore } from "../../platform/session/session.store.ts";
import { portalConfig } from "../../platform/storage/portal-config.ts";
import { lazyPage } from "./lazy-page.tsx";
import { root } from "./root-route.tsx";
import { fixedPaths, routeTable } from "./route-table.ts";
import { safeRedirect } from "./safe-redirect.ts";
import { parseRedirect } from "./parse-redirect.ts";

const login = createRoute({
  getParentRoute: () => root,
  path: routeTable.login.path,
  validateSearch: parseRedirect,
  beforeLoad: async ({ search }) => {
    if (sessionStore.getState().status === "unknown") await restore();
    if (sessionStore.getState().status === "signedIn")
      throw redirect({ href: safeRedirect(search.redirect) });
  },
  component: lazyPage(async () => (await import("../pages/login-route.tsx")).LoginRoute, "auth"),
});

/** Not registered when disabled; its URL is then handled like any unknown one. */
const debugAuthRoutes = (
  portalConfig().debugAuth
    ? [
        createRoute({
          getParentRoute: () => root,
          path: routeTable.debugAuth.path,
          // The page first shows whether the user is signed in.
          beforeLoad: async () => {
            if (sessionStore.getState().status === "unknown") await restore();
          },
          component: lazyPage(
            async () => (await import("../pages/debug-auth/debug-auth-page.tsx")).DebugAuthPage,
            "debug-auth",
            "roles",
          ),
        }),
      ]
    : []
) as [];

const passwordReset = createRoute({
  getParentRoute: () => root,
  path: routeTable.passwordReset.path,
  validateSearch: (search: Record<string, unknown>): { way?: "code" } =>
    search["way"] === "code" ? { way: "code" } : {},
  component: lazyPage(
    async () => (await import("../pages/password-reset-route.tsx")).PasswordResetRoute,
    "password-reset",
    "passwords",
    "auth",
  ),
});

const passwordResetLink = createRoute({
  getParentRoute: () => root,
  path: routeTable.passwordResetLink.path,
  component: lazyPage(
    async () => (await import("../pages/password-reset-route.tsx")).ResetLinkRoute,
    "password-reset",
    "passwords",
    "auth",
  ),
});

const locked = createRoute({
  getParentRoute: () => root,
  path: routeTable.locked.path,
  beforeLoad: async () => {
    // Reached with "back" while signed in: do not show who has a locked session here.
    if (sessionStore.getState().status === "unknown") await restore();
    if (sessionStore.getState().status === "signedIn")
      throw redirect({ to: fixedPaths.dashboard, replace: true });
  },
  component: lazyPage(
    async () => (await import("../../features/workstation/lock-page.tsx")).LockPage,
    "workstation",
  ),
});

const setupPage = lazyPage(
  async () => (await import("../../features/setup/setup-page.tsx")).SetupPage,
  "setup",
  "passwords",
);
const setup = createRoute({
  getParentRoute: () => root,
  path: routeTable.setup.path,
  component: setupPage,
});
const setupOpened = createRoute({
  getParentRoute: () => root,
  path: routeTable.setupOpened.path,
  component: setupPage,
});

/** Routes of a mailed link, with its token and after the token was read. */
function linkRoutes(
  row: "invitation" | "emailConfirm" | "emailCancel",
  component: ReturnType<typeof lazyPage>,
) {
  // A user who is already signed in can accept at once.
  const beforeLoad = async () => {
    if (sessionStore.getState().status === "unknown") await restore();
  };
  return [
    createRoute({ getParentRoute: () => root, path: routeTable[row].path, beforeLoad, component }),
    createRoute({ getParentRoute: () => root, path: routeTable[`${row}Opened`].path, beforeLoad, component }),
  ] as const;
}

const links = [
  ...linkRoutes(
    "invitation",
    lazyPage(
      async () => (await import("../../features/members/invitation-page.tsx")).InvitationPage,
      "invitation",
      "passwords",
    ),
  ),
  ...linkRoutes(
    "emailConfirm",
    lazyPage(
      async () => (await import("../../features/users/email-link-page.tsx")).EmailConfirmPage,
      "email",
    ),
  ),
  ...linkRoutes(
    "emailCancel",
    lazyPage(async () => (await import("../../features/users/email-link-page.tsx")).EmailCancelPage, "email"),
  ),
];

/** Pages outside a session. */
export const openRoutes = [
  login,
  ...debugAuthRoutes,
  passwordReset,
  passwordResetLink,
  locked,
  setup,
  setupOpened,
  ...links,
] as const;
