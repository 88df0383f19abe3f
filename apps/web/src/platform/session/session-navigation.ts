import type { SignedOutReason } from "./session.store.ts";

/** Navigation of the session. The router implements it. */
export type SessionNavigation = {
  /** Goes to /login. For every reason except `logout` the user should return to the current page. */
  toLogin: (reason: SignedOutReason) => void;
  /** Reloads the page and drops everything in memory. */
  reload: () => void;
};

let navigation: SessionNavigation = {
  toLogin: () => window.location.assign("/login"),
  reload: () => window.location.reload(),
};

/** Replaces the browser's navigation with the router's. */
export function configureSessionNavigation(replacement: Partial<SessionNavigation>): void {
  navigation = { ...navigation, ...replacement };
}

/** Returns the navigation in use. */
export function sessionNavigation(): SessionNavigation {
  return navigation;
}
