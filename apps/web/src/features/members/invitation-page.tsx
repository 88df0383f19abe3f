import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { CheckedLinkProgress } from "../../platform/session/mailed-link/checked-link-progress.tsx";
import { rememberOrganization } from "../../platform/session/remembered-organizations.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { buttonClass } from "../../ui/button/button-style.ts";
import { StandaloneLayout, StandaloneHeader } from "../../ui/layout/standalone-layout.tsx";
import { type Accepted, InvitationForm } from "./invitation-form.tsx";
import { InvitationSignIn } from "./invitation-sign-in.tsx";
import { useInvitation } from "./use-invitation.ts";

function InvitationAccepted({ accepted }: { accepted: Accepted }) {
  const t = useTranslations("invitation");
  const isSignedIn = useSession((session) => session.status === "signedIn");
  return (
    <>
      <StandaloneHeader title={t("done.title", { organization: accepted.organizationName })}>
        {t("done.text")}
      </StandaloneHeader>
      <Link
        // A full page load: an existing session does not include the new membership yet.
        reloadDocument
        to={isSignedIn ? "/dashboard" : "/login"}
        className={`${buttonClass({ variant: "primary", size: "large" })} mt-6`}
      >
        {t(isSignedIn ? "done.portal" : "done.login")}
      </Link>
    </>
  );
}

function Content() {
  const t = useTranslations("invitation");
  const format = useFormat();
  const { token, state, retry, markInvalid } = useInvitation();
  const [accepted, setAccepted] = useState<Accepted | null>(null);
  const handleAccepted = (result: Accepted) => {
    // Preselects this organization on the login page.
    rememberOrganization({ organizationId: result.organizationId, name: result.organizationName });
    setAccepted(result);
  };
  if (accepted !== null) return <InvitationAccepted accepted={accepted} />;
  switch (state.kind) {
    case "checking":
    case "unknown":
      return (
        <>
          <StandaloneHeader title={t("title")} />
          <CheckedLinkProgress
            state={state}
            checkingText={t("checking")}
            failedTitle={t("unknown")}
            onRetry={retry}
          />
        </>
      );
    case "invalid":
    case "incomplete":
      return (
        <>
          <StandaloneHeader title={t(`${state.kind}.title`)}>{t(`${state.kind}.text`)}</StandaloneHeader>
          <Link to="/login" search={{}} className={`${buttonClass()} mt-6`}>
            {t("done.login")}
          </Link>
        </>
      );
    case "open": {
      const { view } = state;
      return (
        <>
          <StandaloneHeader title={t("heading", { organization: view.organizationName })}>
            {view.invitedBy !== null &&
              t("by", { inviter: view.invitedBy, until: format.dateLong(view.expiresAt) })}
          </StandaloneHeader>
          <dl className="mt-4 grid gap-3 rounded-r-3 bg-surface-2 p-4 text-dense">
            <div>
              <dt className="text-text-3">{t("email")}</dt>
              <dd className="break-words text-text">{view.email}</dd>
            </div>
            {view.message !== null && (
              <div>
                <dt className="text-text-3">{t("message")}</dt>
                <dd className="break-words text-text">{view.message}</dd>
              </div>
            )}
          </dl>
          {view.answer === "sign-in" ? (
            <InvitationSignIn token={token} onAccepted={handleAccepted} />
          ) : (
            <InvitationForm token={token} view={view} onAccepted={handleAccepted} onInvalid={markInvalid} />
          )}
        </>
      );
    }
  }
}

/** /invitation/{token}: shows and accepts an invitation. */
export function InvitationPage() {
  const frame = useTranslations("frame");
  return (
    <StandaloneLayout product={frame("product")}>
      <Content />
    </StandaloneLayout>
  );
}
