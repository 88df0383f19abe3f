import type { Page } from "@playwright/test";

/** Viewer of a screen. An `owner` is an administrator with the initial grants of a new organization. */
export type Viewer = "anonymous" | "owner" | "org_admin" | "viewer" | "super_admin" | "must change";

/** Values that a screen's path and preparation can refer to. */
export interface ScreenContext {
  /** Another member of the organization, whom the viewer administers. */
  readonly colleagueId: string;
  readonly organizationId: string;
}

/** A screen in one state; tests and screenshots use the same list. */
export interface Screen {
  readonly name: string;
  /** Pattern in the route table; each route has at least one screen here. */
  readonly route: string;
  readonly path: string | ((screenContext: ScreenContext) => string);
  /** Text of the heading. */
  readonly title: string | RegExp;
  readonly viewer: Viewer;
  /** Runs before navigation: requests that fail or never complete. */
  readonly before?: (page: Page) => Promise<void>;
  /** Runs after the page has loaded: opens the state's dialogs and menus. */
  readonly prepare?: (page: Page) => Promise<void>;
}
