import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { CheckedLinkProgress } from "../../platform/session/mailed-link/checked-link-progress.tsx";
import { useCheckedLink } from "../../platform/session/mailed-link/use-checked-link.ts";
import { useLinkToken } from "../../platform/session/mailed-link/use-link-token.ts";
import { buttonClass } from "../../ui/button/button-style.ts";
import { StandaloneLayout } from "../../ui/layout/standalone-layout.tsx";
import { linkExpiry, type SetupResult } from "./setup.api.ts";
import { SetupDone } from "./setup-done.tsx";
import { SetupWizard } from "./setup-wizard.tsx";

function InvalidLink({ kind }: { kind: "invalid" | "incomplete" }) {
  const t = useTranslations("setup");
  return (
    <>
      <h1 tabIndex={-1} className="text-display text-text">
        {t(`${kind}Title`)}
      </h1>
      <p className="mt-2 text-body text-text-2">{t(`${kind}Text`)}</p>
      <Link to="/login" search={{}} className={`${buttonClass()} mt-6`}>
        {t("toLogin")}
      </Link>
    </>
  );
}

function Content() {
  const t = useTranslations("setup");
  const format = useFormat();
  // After a reload the URL no longer contains the token.
  const token = useLinkToken("/setup");
  const link = useCheckedLink(token, linkExpiry);
  const [result, setResult] = useState<SetupResult | null>(null);
  if (result !== null) return <SetupDone result={result} />;
  const { kind } = link.state;
  if (kind === "invalid" || kind === "incomplete") return <InvalidLink kind={kind} />;
  return (
    <>
      <h1 tabIndex={-1} className="text-display text-text">
        {t("title")}
      </h1>
      <CheckedLinkProgress
        state={link.state}
        checkingText={t("checking")}
        failedTitle={t("checkFailedTitle")}
        onRetry={link.retry}
      />
      {link.state.kind === "open" && (
        <>
          <p className="mb-6 text-body text-text-2">
            {t("subtitle", { time: format.time(link.state.view) })}
          </p>
          <SetupWizard token={token} onDone={setResult} onInvalid={link.markInvalid} />
        </>
      )}
    </>
  );
}

/** /setup/{token}: creates the first administrator, the first organization and its first member. */
export function SetupPage() {
  const frame = useTranslations("frame");
  return (
    <StandaloneLayout product={frame("product")}>
      <Content />
    </StandaloneLayout>
  );
}
