import { Link } from "@tanstack/react-router";
import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { rememberOrganization } from "../../platform/session/remembered-organizations.ts";
import { Button } from "../../ui/button/button.tsx";
import { buttonClass } from "../../ui/button/button-style.ts";
import type { SetupResult } from "./setup.api.ts";

/** Ends the setup. Shows the practice code, which is not yet available elsewhere, and a link to the login page. */
export function SetupDone({ result }: { result: SetupResult }) {
  const t = useTranslations("setup");
  const common = useTranslations("common");
  const [copied, setCopied] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const { organizationId, organizationName, practiceCode } = result;

  useEffect(() => {
    rememberOrganization({ organizationId, name: organizationName });
    heading.current?.focus();
  }, [organizationId, organizationName]);

  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(practiceCode);
    setCopied(true);
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-display text-text">
        {t("doneTitle")}
      </h1>
      <p className="mt-2 text-body text-text-2">{t("doneText", { name: organizationName })}</p>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-r-3 border border-line bg-surface-2 p-4">
        <p>
          <span className="block text-small text-text-3">{t("practiceCode")}</span>
          <strong className="font-mono text-dialog text-text">{practiceCode}</strong>
        </p>
        <Button icon={copied ? Check : Copy} onClick={() => void copy()}>
          {copied ? common("copied") : t("copy")}
        </Button>
      </div>
      <p className="mt-2 text-small text-text-3">{t("remembered")}</p>
      <Link to="/login" search={{}} className={`${buttonClass({ variant: "primary" })} mt-6`}>
        {t("toLogin")}
      </Link>
    </>
  );
}
