import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { LoginPage } from "../../features/auth/login-page.tsx";
import { NotificationArea } from "../../features/notifications/notification-area.tsx";
import { hasSession, useSession } from "../../platform/session/session.store.ts";

/**
 * The login page inside the application, shown after sign-out. It is left as soon as there is a session,
 * including one from another tab; the route's guard chooses the target because it knows which paths are
 * internal.
 */
export function LoginRoute() {
  const router = useRouter();
  const signedIn = useSession(hasSession);
  useEffect(() => {
    if (signedIn) void router.invalidate();
  }, [router, signedIn]);
  return (
    <>
      <LoginPage />
      {/* Notices about the sign-out itself. */}
      <NotificationArea />
    </>
  );
}
