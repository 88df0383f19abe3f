import type * as endpoints from "@praxisportal/contract/legacy/legacy.endpoints";
import { route } from "../../api-client/route.ts";

/** Only the wire parts of the routes, as for the portal's own sign-in. */
export const legacySignInRoute = route<typeof endpoints.legacySignIn>()(
  "legacy.signIn",
  "POST",
  "/api/login",
);
export const legacyHealthRoute = route<typeof endpoints.legacyHealth>()(
  "legacy.health",
  "GET",
  "/api/health",
);
export const legacySignOutRoute = route<typeof endpoints.legacySignOut>()(
  "legacy.signOut",
  "POST",
  "/api/logout",
);
export const publicAddressRoute = route<typeof endpoints.publicAddress>()(
  "legacy.publicAddress",
  "GET",
  "/api/v1/auth/public-ip",
);
