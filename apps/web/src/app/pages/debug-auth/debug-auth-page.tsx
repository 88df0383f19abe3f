import { Link } from "@tanstack/react-router";
import Copy from "lucide-react/icons/copy";
import RotateCw from "lucide-react/icons/rotate-cw";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useSession } from "../../../platform/session/session.store.ts";
import { Button } from "../../../ui/button/button.tsx";
import { buttonClass } from "../../../ui/button/button-style.ts";
import { Logo } from "../../../ui/layout/logo.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { DetailCard } from "./detail-card.tsx";
import { useStoredState } from "./stored-state.ts";
import { FailedRequestsCard } from "./failed-requests-card.tsx";
import { reportText } from "./report.ts";
import { StoredCard } from "./stored-card.tsx";
import { useChecks } from "./use-checks.ts";
import { useConnectionSection, useDeviceSection } from "./use-device-sections.ts";
import { useSessionSection, useTokenSection } from "./use-session-sections.ts";

/** /debug-auth: session state of this browser, for users who cannot sign in and for support. */
export function DebugAuthPage() {
  const t = useTranslations("debug-auth");
  const frame = useTranslations("frame");
  const signedIn = useSession((session) => session.status === "signedIn");
  const snapshot = useStoredState();
  const { checks, running, round, rerun } = useChecks();
  const sections = [
    useSessionSection(checks, snapshot),
    useTokenSection(snapshot),
    useConnectionSection(checks, snapshot),
    useDeviceSection(checks, snapshot),
  ];
  const [copyStatus, setCopyStatus] = useState<"copied" | "copyFailed" | null>(null);
  const { failures, stored } = snapshot;

  function copy(): void {
    const text = reportText({
      header: [`${t("title")} – ${frame("product")}`, new Date().toISOString(), location.origin],
      sections,
      failuresTitle: t("refused.title"),
      failures,
      storedTitle: t("stored.title"),
      stored,
    });
    navigator.clipboard.writeText(text).then(
      () => setCopyStatus("copied"),
      () => setCopyStatus("copyFailed"),
    );
  }

  return (
    <main className="motion-page min-h-dvh bg-canvas px-4 py-6 md:px-6 md:py-10">
      <div className="mx-auto grid max-w-280 gap-6">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <Logo name={frame("product")} />
          <Link to={signedIn ? "/dashboard" : "/login"} className={buttonClass({ variant: "quiet" })}>
            {t(signedIn ? "toDashboard" : "toLogin")}
          </Link>
        </div>
        <PageHeader
          title={t("title")}
          subtitle={t("subtitle")}
          actions={
            <>
              <Button icon={RotateCw} busy={running} busyLabel={t("checking")} onClick={rerun}>
                {t("again")}
              </Button>
              <Button variant="primary" icon={Copy} onClick={copy}>
                {t("copy")}
              </Button>
            </>
          }
        />
        <p role="status" className="-mt-3 text-dense text-text-2 empty:hidden">
          {copyStatus !== null ? t(copyStatus) : round > 1 && !running ? t("checked") : ""}
        </p>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <div className="grid gap-4">
            {sections.slice(0, 2).map((section) => (
              <DetailCard key={section.key} section={section} />
            ))}
            <FailedRequestsCard calls={failures} />
          </div>
          <div className="grid gap-4">
            {sections.slice(2).map((section) => (
              <DetailCard key={section.key} section={section} />
            ))}
            <StoredCard values={stored} />
          </div>
        </div>
      </div>
    </main>
  );
}
