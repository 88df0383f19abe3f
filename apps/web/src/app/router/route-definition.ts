import type { routePermissions } from "@praxisportal/contract/permissions";
import type { Role } from "@praxisportal/contract/roles";
import type { CatalogueName, Catalogues } from "../../platform/i18n/catalogues.ts";

/**
 * Requirements of a route for its visitors. `public` requires nothing. `login` requires a session and, if set, more.
 */
export type Access =
  | { readonly kind: "public" }
  | {
      readonly kind: "login";
      readonly permission?: (typeof routePermissions)[number] | "ai:use";
      readonly roles?: readonly Role[];
      /** Also grants access to users outside `roles`. */
      readonly orPermission?: "audit:read";
      /**
       * Belongs to the legacy practice server. Opens in a session of that server, otherwise only while it is reachable.
       */
      readonly legacy?: true;
    };

/** Groups of the sidebar in order. They are keys in the catalogue `shell`. Only the operator sees the first group. */
export const navigationGroups = ["platform", "organization", "legacy", "ai", "costs"] as const;

/** Description of a route without its code. It is the `staticData` of the route. */
export interface RouteDefinition {
  /** Path with `$name` for parameters. Analytics may receive the URL only in this form. */
  readonly path: string;
  readonly title: keyof Catalogues["frame"]["titles"];
  readonly access: Access;
  /**
   * Modules below `src/` that the page downloads, its own module first. The served HTML preloads them, so that
   * all parts load in parallel.
   */
  readonly parts: readonly string[];
  /** Catalogues of the page, in addition to the catalogues of the layout. */
  readonly texts: readonly CatalogueName[];
  /** Group of the entry in the sidebar, or null for a page without an entry. */
  readonly navigation: (typeof navigationGroups)[number] | null;
}
