import { createRoute } from "@tanstack/react-router";
import { sessionStore } from "../../platform/session/session.store.ts";
import { eitherPage, lazyPage } from "./lazy-page.tsx";
import { root } from "./root-route.tsx";

/** The layout for signed-in users. Its chunk contains the query client and all modules that need it. */
const portalShell = lazyPage(
  async () => (await import("../shell/shell.tsx")).Shell,
  "shell",
  "organizations",
  "roles",
);
const legacyShell = lazyPage(
  async () => (await import("../shell/legacy/legacy-shell.tsx")).LegacyShell,
  "legacy",
);
const isLegacy = () => sessionStore.getState().status === "legacy";

/** The parent of all routes for signed-in users. */
export const signedIn = createRoute({
  getParentRoute: () => root,
  id: "signed-in",
  component: eitherPage(isLegacy, legacyShell, portalShell),
  loader: async () => {
    if (isLegacy()) return;
    // The page reports that its code could not be downloaded.
    const shell = await import("../shell/shell.tsx").catch(() => undefined);
    await shell?.prepareShell();
  },
  // Otherwise the router would keep the last page's URL, with its search text, after the user has signed out.
  gcTime: 0,
});
