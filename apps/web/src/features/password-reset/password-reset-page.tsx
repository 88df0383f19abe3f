import { Link } from "@tanstack/react-router";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { buttonClass } from "../../ui/button/button-style.ts";
import { linkClass } from "../../ui/button/link-style.ts";
import { StandaloneLayout, StandaloneHeader } from "../../ui/layout/standalone-layout.tsx";
import { CodeForm, type PracticeCodeField } from "./code-form.tsx";
import { MailForm } from "./mail-form.tsx";

function ResetLinkSent({ email, onAgain }: { email: string; onAgain: () => void }) {
  const t = useTranslations("password-reset");
  useEffect(() => {
    // The form with the focused button was removed. Moves the focus to the new heading, so that it is announced.
    document.querySelector("h1")?.focus();
  }, []);
  return (
    <>
      <StandaloneHeader title={t("sent.title")}>
        <p>{t("sent.text", { email })}</p>
        <p className="mt-3">{t("sent.none")}</p>
      </StandaloneHeader>
      <div className="button-row mt-6 flex flex-wrap items-center gap-x-4 gap-y-2">
        <Link to="/login" search={{}} className={buttonClass()}>
          {t("toLogin")}
        </Link>
        <button type="button" onClick={onAgain} className={`${linkClass} min-h-10 text-dense md:min-h-8`}>
          {t("sent.again")}
        </button>
      </div>
    </>
  );
}

export interface PasswordResetPageProps {
  method: "mail" | "code";
  organization: PracticeCodeField;
  /** Called when the password was changed. */
  onDone: () => void;
}

/** /password-reset: a link by email, or a one-time code from the organization for users without email. */
export function PasswordResetPage({ method, organization, onDone }: PasswordResetPageProps) {
  const t = useTranslations("password-reset");
  const frame = useTranslations("frame");
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null && method === "mail") {
    return (
      <StandaloneLayout product={frame("product")}>
        <ResetLinkSent email={sentTo} onAgain={() => setSentTo(null)} />
      </StandaloneLayout>
    );
  }
  return (
    <StandaloneLayout product={frame("product")}>
      <StandaloneHeader title={t(`${method}.title`)}>{t(`${method}.text`)}</StandaloneHeader>
      <div className="mt-6 max-w-96">
        {method === "mail" ? (
          <MailForm onSent={setSentTo} />
        ) : (
          <CodeForm organization={organization} onDone={onDone} />
        )}
      </div>
      <div className="mt-6 grid justify-items-start gap-2 border-t border-line pt-4 text-dense">
        <p className="text-text-2">
          {t(`${method}.other`)}{" "}
          <Link
            to="/password-reset"
            search={method === "mail" ? { way: "code" } : {}}
            className={`${linkClass} inline-block py-1`}
          >
            {t(`${method}.otherLink`)}
          </Link>
        </p>
        <Link to="/login" search={{}} className={`${linkClass} inline-block py-1`}>
          {t("toLogin")}
        </Link>
      </div>
    </StandaloneLayout>
  );
}
