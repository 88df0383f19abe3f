import { useQuery } from "@tanstack/react-query";
import Play from "lucide-react/icons/play";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { billingSummaryQuery } from "../invoices.api.ts";

// Loaded on demand, because a run is started once a month.
const StartRunDialog = lazyDialog(async () => (await import("./start-run-dialog.tsx")).StartRunDialog);

/** Starts an invoice run, unless one is in progress. */
export function StartRunButton() {
  const t = useTranslations("invoices");
  const { data } = useQuery(billingSummaryQuery());
  const [isOpen, setOpen] = useState(false);
  const isRunning = data?.run?.state === "running";
  return (
    <>
      <WriteButton
        variant="primary"
        icon={Play}
        disabled={data === undefined || isRunning}
        disabledReason={t(isRunning ? "start.running" : "loading")}
        {...preloads(StartRunDialog)}
        onClick={() => setOpen(true)}
      >
        {t("start.button")}
      </WriteButton>
      {isOpen && data !== undefined && <StartRunDialog today={data.month} onClose={() => setOpen(false)} />}
    </>
  );
}
