import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError, messageOf } from "../../platform/api-client/api-error.ts";
import { useLinkToken } from "../../platform/session/use-link-token.ts";
import { Button } from "../../ui/button.tsx";
import { buttonClass } from "../../ui/button-style.ts";
import { ErrorBox } from "../../ui/message-box.tsx";
import { StandaloneLayout, StandaloneHeader } from "../../ui/standalone-layout.tsx";
import { openEmailLink } from "./email.api.ts";

type Kind = "confirm" | "cancel";
type State = { readonly kind: "ready" | "invalid" } | { readonly kind: "done"; readonly email: string };

const addresses: Record<Kind, string> = { confirm: "/email", cancel: "/email-cancel" };

function LoginLink() {
  const t = useTranslations("email");
  return (
    <Link to="/login" search={{}} className={`${buttonClass()} mt-6`}>
      {t("toLogin")}
    </Link>
  );
}

function Content({ kind }: { kind: Kind }) {
  const t = useTranslations("email");
  const token = useLinkToken(addresses[kind]);
  const [state, setState] = useState<State>({ kind: token === "" ? "invalid" : "ready" });
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);

  // Only a click acts: mail scanners open every link.
  async function act(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      const { email } = await openEmailLink(kind, token);
      setState({ kind: "done", email: email ?? "" });
    } catch (error) {
      if (isApiError(error, "LINK_INVALID")) setState({ kind: "invalid" });
      else if (isApiError(error, "ALREADY_EXISTS")) setFailure(t("confirm.taken"));
      else setFailure(messageOf(error, t("failed")));
    } finally {
      setBusy(false);
    }
  }

  if (state.kind === "invalid") {
    return (
      <>
        <StandaloneHeader title={t("invalid.title")}>{t("invalid.text")}</StandaloneHeader>
        <LoginLink />
      </>
    );
  }
  if (state.kind === "done") {
    return (
      <>
        <StandaloneHeader title={t(`${kind}.done`)}>
          {t(`${kind}.doneText`, { email: state.email })}
        </StandaloneHeader>
        <LoginLink />
      </>
    );
  }
  return (
    <>
      <StandaloneHeader title={t(`${kind}.title`)}>{t(`${kind}.text`)}</StandaloneHeader>
      <div className="mt-6 grid justify-items-start gap-4">
        {failure !== null && (
          <ErrorBox persistent title={t("failed")}>
            {failure}
          </ErrorBox>
        )}
        <Button variant="primary" size="large" busy={busy} busyLabel={t("busy")} onClick={() => void act()}>
          {t(`${kind}.do`)}
        </Button>
      </div>
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
