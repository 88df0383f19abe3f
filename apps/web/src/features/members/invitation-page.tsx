import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { rememberPractice } from "../../platform/session/remembered-practices.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { buttonClass } from "../../ui/button-style.ts";
import { ErrorState } from "../../ui/error-state.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { StandaloneFrame, StandaloneHead } from "../../ui/standalone-frame.tsx";
import { type Accepted, InvitationForm } from "./invitation-form.tsx";
import { InvitationSignIn } from "./invitation-sign-in.tsx";
import { useInvitation } from "./use-invitation.ts";

function Done({ accepted }: { accepted: Accepted }) {
  const t = useTranslations("invitation");
  const isSignedIn = useSession((session) => session.status === "signedIn");
  return (
    <>
      <StandaloneHead title={t("done.title", { practice: accepted.practiceName })}>
        {t("done.text")}
      </StandaloneHead>
      <Link
        // A full page load: an existing session does not include the new membership yet.
        reloadDocument
        to={isSignedIn ? "/dashboard" : "/login"}
        className={`${buttonClass({ kind: "primary", size: "large" })} mt-6`}
      >
        {t(isSignedIn ? "done.portal" : "done.login")}
      </Link>
    </>
  );
}

function Content() {
  const t = useTranslations("invitation");
  const common = useTranslations("common");
  const format = useFormat();
  const { token, state, retry, markInvalid } = useInvitation();
  const [accepted, setAccepted] = useState<Accepted | null>(null);
  const done = (result: Accepted) => {
    // Preselects this practice on the login page.
    rememberPractice({ organizationId: result.organizationId, name: result.practiceName });
    setAccepted(result);
  };
  if (accepted !== null) return <Done accepted={accepted} />;
  switch (state.kind) {
    case "checking":
      return (
        <>
          <StandaloneHead title={t("title")} />
          <div className="mt-6 flex items-center gap-3 text-body text-text-2">
            <Spinner size="medium" />
            <span role="status">{t("checking")}</span>
          </div>
        </>
      );
    case "invalid":
      return (
        <>
          <StandaloneHead title={t("invalid.title")}>{t("invalid.text")}</StandaloneHead>
          <Link to="/login" search={{}} className={`${buttonClass()} mt-6`}>
            {t("done.login")}
          </Link>
        </>
      );
    case "unknown":
      return (
        <>
          <StandaloneHead title={t("title")} />
          <ErrorState
            className="mt-6"
            title={t("unknown")}
            text={state.message || common("error.load")}
            onRetry={retry}
            retryLabel={common("retry")}
          />
        </>
      );
    case "open": {
      const { view } = state;
      return (
        <>
          <StandaloneHead title={t("heading", { practice: view.practiceName })}>
            {view.invitedBy !== null &&
              t("by", { inviter: view.invitedBy, until: format.dateLong(view.expiresAt) })}
          </StandaloneHead>
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
            <InvitationSignIn token={token} onAccepted={done} />
          ) : (
            <InvitationForm token={token} view={view} onAccepted={done} onInvalid={markInvalid} />
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
    <StandaloneFrame product={frame("product")}>
      <Content />
    </StandaloneFrame>
  );
}
