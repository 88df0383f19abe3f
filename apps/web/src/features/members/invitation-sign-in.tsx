import { useNavigate } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { logout } from "../../platform/session/sign-out.ts";
import { useSignOutNotice } from "../../platform/session/use-sign-out-notice.ts";
import { Button } from "../../ui/button/button.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { confirmInvitation } from "./invitation.api.ts";
import type { Accepted } from "./invitation-form.tsx";
import { invitationPath, storeInvitationToken } from "./use-invitation.ts";

export interface InvitationSignInProps {
  token: string;
  onAccepted: (accepted: Accepted) => void;
}

/** Accepts an invitation for the account with the invited address. The user must be signed in to this account. */
export function InvitationSignIn({ token, onAccepted }: InvitationSignInProps) {
  const t = useTranslations("invitation");
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const showResult = useSignOutNotice();
  const { run, busy, failure } = useAppMutation({
    mutate: () => confirmInvitation(token),
    onSuccess: onAccepted,
    mapError: (error) => error.message || undefined,
  });

  async function goToLogin(): Promise<void> {
    if (user !== null) showResult((await logout()).confirmed);
    storeInvitationToken(token);
    await navigate({ to: "/login", search: { redirect: invitationPath } });
  }

  if (user === null) {
    return (
      <div className="mt-6 grid justify-items-start gap-4">
        <p className="text-body text-text-2">{t("signIn.text")}</p>
        <Button variant="primary" size="large" onClick={() => void goToLogin()}>
          {t("signIn.go")}
        </Button>
      </div>
    );
  }
  const { firstName, lastName } = user.personalInfo;
  return (
    <div className="mt-6 grid justify-items-start gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      <p className="text-body text-text-2">{t("signIn.as", { name: `${firstName} ${lastName}`.trim() })}</p>
      <div className="button-row flex flex-wrap gap-2">
        <Button variant="primary" size="large" busy={busy} busyLabel={t("busy")} onClick={() => void run()}>
          {t("accept")}
        </Button>
        <Button size="large" onClick={() => void goToLogin()}>
          {t("signIn.other")}
        </Button>
      </div>
    </div>
  );
}
