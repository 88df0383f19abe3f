import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { CheckedLinkProgress } from "../../../platform/session/mailed-link/checked-link-progress.tsx";
import { useCheckedLink } from "../../../platform/session/mailed-link/use-checked-link.ts";
import { useLinkToken } from "../../../platform/session/mailed-link/use-link-token.ts";
import { Button } from "../../../ui/button/button.tsx";
import { buttonClass } from "../../../ui/button/button-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { wholeWords } from "../../../ui/label/whole-words.tsx";
import { StandaloneLayout, StandaloneHeader } from "../../../ui/layout/standalone-layout.tsx";
import { fetchLinkedEmail, openEmailLink } from "./email.api.ts";

type Kind = "confirm" | "cancel";

const addresses: Record<Kind, string> = { confirm: "/email", cancel: "/email-cancel" };

/** The link to the login page, after the main action if there is one. */
function Actions({ children }: { children?: ReactNode }) {
  const t = useTranslations("email");
  return (
    <div className="button-row mt-6 flex flex-wrap gap-2">
      {children}
      <Link to="/login" search={{}} className={buttonClass({ size: "large" })}>
        {t("toLogin")}
      </Link>
    </div>
  );
}

function Content({ kind }: { kind: Kind }) {
  const t = useTranslations("email");
  const token = useLinkToken(addresses[kind]);
  const { state, retry, markInvalid } = useCheckedLink(token, fetchLinkedEmail);
  const [doneEmail, setDoneEmail] = useState<string | null>(null);
  // Nothing changes before a click, because mail scanners open every link.
  const { run, busy, failure } = useAppMutation({
    mutate: () => openEmailLink(kind, token),
    onSuccess: ({ email }) => setDoneEmail(email ?? ""),
    mapError: (error) => (error.code === "ALREADY_EXISTS" ? t("confirm.taken") : error.message || undefined),
    onFailure: (error) => error.code === "LINK_INVALID" && markInvalid(),
  });

  if (doneEmail !== null) {
    return (
      <>
        <StandaloneHeader title={t(`${kind}.done`)}>
          {t(`${kind}.doneText`, { email: doneEmail })}
        </StandaloneHeader>
        <Actions />
      </>
    );
  }
  if (state.kind === "invalid" || state.kind === "incomplete") {
    return (
      <>
        <StandaloneHeader title={t(`${state.kind}.title`)}>{t(`${state.kind}.text`)}</StandaloneHeader>
        <Actions />
      </>
    );
  }
  return (
    <>
      <StandaloneHeader title={wholeWords(t(`${kind}.title`))}>
        {state.kind === "open" && t(`${kind}.text`, { email: state.view })}
      </StandaloneHeader>
      <CheckedLinkProgress
        state={state}
        checkingText={t("checking")}
        failedTitle={t("unknown")}
        onRetry={retry}
      />
      {state.kind === "open" && failure !== null && (
        <ErrorBox className="mt-6" persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      {/* Own key: otherwise React reuses the node, which would visibly move when the button appears. */}
      <Actions key={state.kind}>
        {state.kind === "open" && (
          <Button variant="primary" size="large" busy={busy} busyLabel={t("busy")} onClick={() => void run()}>
            {t(`${kind}.do`)}
          </Button>
        )}
      </Actions>
    </>
  );
}

function EmailLinkPage({ kind }: { kind: Kind }) {
  const frame = useTranslations("frame");
  return (
    <StandaloneLayout product={frame("product")}>
      <Content kind={kind} />
    </StandaloneLayout>
  );
}

/** /email/{token}: confirms a new email address. */
export function EmailConfirmPage() {
  return <EmailLinkPage kind="confirm" />;
}

/** /email-cancel/{token}: cancels an email change from the old address. */
export function EmailCancelPage() {
  return <EmailLinkPage kind="cancel" />;
}
