import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { LoginPage } from "../../features/auth/login-page.tsx";
import { NotificationArea } from "../../features/notifications/notification-area.tsx";
import { useSession } from "../../platform/session/session.store.ts";

/**
 * The login page inside the application, for whoever has just signed out. Left as soon as there is a session, also
 * one begun in another tab; the guard of the route decides where to, because it knows which paths are ours.
 */
export function LoginRoute() {
  const router = useRouter();
  const signedIn = useSession((session) => session.status === "signedIn");
  useEffect(() => {
    if (signedIn) void router.invalidate();
  }, [router, signedIn]);
  return (
    <>
      <LoginPage />
      {/* What is said about the sign-out itself. */}
      <NotificationArea />
    </>
  );
}
