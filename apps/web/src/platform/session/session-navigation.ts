import type { SignedOutReason } from "./session.store.ts";

/** How the session moves the page. The router knows how; the session only says when. */
export type SessionNavigation = {
  /** To /login. For every reason but `logout` the page should come back to where it was. */
  toLogin: (reason: SignedOutReason) => void;
  /** Loads the page anew, dropping everything in memory. */
  reload: () => void;
};

let navigation: SessionNavigation = {
  toLogin: () => window.location.assign("/login"),
  reload: () => window.location.reload(),
};

/** Replaces the browser's own navigation by the router's. */
export function configureSessionNavigation(replacement: Partial<SessionNavigation>): void {
  navigation = { ...navigation, ...replacement };
}

/** The navigation in use. */
export function sessionNavigation(): SessionNavigation {
  return navigation;
}
