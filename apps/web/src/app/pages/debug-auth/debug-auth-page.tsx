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
import { useBrowserSection, useConnectionSection, useDeviceSection } from "./use-device-sections.ts";
import { useSessionSection, useTokenSection } from "./use-session-sections.ts";

/** /debug-auth: session state of this browser, for users who cannot sign in and for support. */
export function DebugAuthPage() {
  const t = useTranslations("debug-auth");
  const frame = useTranslations("frame");
  const signedIn = useSession((session) => session.status === "signedIn");
  const snapshot = useStoredState();
  const { checks, running, round, rerun } = useChecks();
  const session = useSessionSection(checks, snapshot);
  const connection = useConnectionSection(checks, snapshot);
  const device = useDeviceSection(checks, snapshot);
  const tokens = useTokenSection(snapshot);
  const browser = useBrowserSection(snapshot);
  const [copyStatus, setCopyStatus] = useState<"copied" | "copyFailed" | null>(null);
  const { failures, stored } = snapshot;

  function copy(): void {
    const text = reportText({
      header: [`${t("title")} – ${frame("product")}`, new Date().toISOString(), location.origin],
      sections: [session, connection, device, tokens, browser],
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
            <DetailCard section={session} />
            <DetailCard section={connection} />
          </div>
          <DetailCard section={device} />
        </div>
        <section aria-labelledby="technical" className="grid gap-4">
          <div>
            <h2 id="technical" className="text-section text-text">
              {t("technical.title")}
            </h2>
            <p className="text-dense text-text-2">{t("technical.text")}</p>
          </div>
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <div className="grid gap-4">
              <DetailCard section={tokens} />
              <FailedRequestsCard calls={failures} />
            </div>
            <div className="grid gap-4">
              <DetailCard section={browser} />
              <StoredCard values={stored} />
            </div>
          </div>
        </section>
      </div>
    </main>
  );
}
