import { useRouter } from "@tanstack/react-router";
import { useEffect } from "react";
import { LoginPage } from "../../features/auth/login-page.tsx";
import { loadLockedHelp } from "./locked-help.ts";
import { NotificationArea } from "../../features/notifications/notification-area.tsx";
import { OfflineWritable } from "../../platform/forms/write-block.tsx";
import { takeDraft } from "../../platform/session/draft.ts";
import { hasSession, sessionStore, useSession } from "../../platform/session/session.store.ts";

/**
 * Login page inside the application after a sign-out. It is left as soon as there is a session, also by another tab.
 * The guard of the route chooses the target, because it knows which paths are internal.
 */
export function LoginRoute() {
  const router = useRouter();
  const signedIn = useSession(hasSession);
  useEffect(() => {
    if (!signedIn) return;
    // A user who locked the screen and signs in again finds their page unchanged.
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
