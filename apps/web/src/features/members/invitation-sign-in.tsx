import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { messageOf } from "../../platform/api-client/api-error.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { logout } from "../../platform/session/sign-out.ts";
import { Button } from "../../ui/button.tsx";
import { ErrorBox } from "../../ui/message-box.tsx";
import { accept } from "./invitation.api.ts";
import type { Accepted } from "./invitation-form.tsx";
import { invitationPath, keepInvitation } from "./use-invitation.ts";

export interface InvitationSignInProps {
  token: string;
  onAccepted: (accepted: Accepted) => void;
}

/** Accepts an invitation for the account that owns the address; the user must be signed in to it. */
export function InvitationSignIn({ token, onAccepted }: InvitationSignInProps) {
  const t = useTranslations("invitation");
  const common = useTranslations("common");
  const navigate = useNavigate();
  const user = useSession((session) => session.user);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  async function toLogin(): Promise<void> {
    if (user !== null) await logout();
    keepInvitation(token);
    await navigate({ to: "/login", search: { redirect: invitationPath } });
  }

  async function agree(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      onAccepted(await accept(token));
    } catch (error) {
      setFailure(messageOf(error, common("error.title")));
    } finally {
      setBusy(false);
    }
  }

  if (user === null) {
    return (
      <div className="mt-6 grid justify-items-start gap-4">
        <p className="text-body text-text-2">{t("signIn.text")}</p>
        <Button kind="primary" size="large" onClick={() => void toLogin()}>
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
      <div className="flex flex-wrap gap-2">
        <Button kind="primary" size="large" busy={busy} busyLabel={t("busy")} onClick={() => void agree()}>
          {t("accept")}
        </Button>
        <Button size="large" onClick={() => void toLogin()}>
          {t("signIn.other")}
        </Button>
      </div>
    </div>
  );
}
