import type { checkAuth, login, logout } from "@praxisportal/contract/auth/auth.endpoints";
import type { getMe } from "@praxisportal/contract/users/users.endpoints";
import { route } from "../api-client/route.ts";

/** Only the wire parts of the routes, because the login page must not include the schemas of these calls. */
export const loginRoute = route<typeof login>()("auth.login", "POST", "/api/v1/auth/login");
export const logoutRoute = route<typeof logout>()("auth.logout", "POST", "/api/v1/auth/logout");
export const checkAuthRoute = route<typeof checkAuth>()("auth.checkAuth", "GET", "/api/v1/auth/check-auth");
export const getMeRoute = route<typeof getMe>()("users.getMe", "GET", "/api/v1/users/me");
