import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { LoginPage } from "../../features/auth/login-page.tsx";
import { loadLockedHelp } from "./locked-help.ts";
import { NotificationArea } from "../../features/notifications/notification-area.tsx";
import { OfflineWritable } from "../../platform/forms/write-block.tsx";
import { takeDraft } from "../../platform/session/draft.ts";
import { hasSession, sessionStore, useSession } from "../../platform/session/session.store.ts";

/**
 * The login page inside the application, shown after sign-out. Leaves as soon as there is a session, including one
 * from another tab. The route's guard chooses the target, because it can tell which paths are internal.
 */
export function LoginRoute() {
  const router = useRouter();
  const signedIn = useSession(hasSession);
  useEffect(() => {
    if (!signedIn) return;
    // A user who locked the screen and signs in again finds their page as they left it.
    const draft = takeDraft(sessionStore.getState().user?.id ?? "");
    const isUnrestricted = sessionStore.getState().restriction === null;
    if (draft === null || !isUnrestricted) return void router.invalidate();
    void import("../../platform/session/continue-draft.ts").then(
      ({ continueDraft }) => continueDraft(draft, router.history),
      () => router.invalidate(),
    );
  }, [router, signedIn]);
  return (
    <>
      <OfflineWritable>
        <LoginPage loadLockedHelp={loadLockedHelp} />
      </OfflineWritable>
      {/* Notices about the sign-out itself. */}
      <NotificationArea />
    </>
  );
}
