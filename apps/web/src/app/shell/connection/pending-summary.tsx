import { Link } from "@tanstack/react-router";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import GitCompareArrows from "lucide-react/icons/git-compare-arrows";
import Send from "lucide-react/icons/send";
import type { LucideIcon } from "lucide-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useAppState } from "../../../platform/app-state/app-state.store.ts";
import { OfflineWritable } from "../../../platform/forms/write-block.tsx";
import { Button } from "../../../ui/button/button.tsx";
import { buttonClass } from "../../../ui/button/button-style.ts";
import { sendPendingChanges } from "./send-pending-changes.ts";

function Row({ icon: Icon, iconClass, text, count }: RowProps) {
  return (
    <li className="flex items-center gap-3 border-b border-line px-3 py-2 text-dense last:border-b-0">
      <Icon size={16} strokeWidth={2} className={`shrink-0 ${iconClass}`} aria-hidden />
      <span className="flex-1">{text}</span>
      <strong className="font-strong tabular-nums">{count}</strong>
    </li>
  );
}

interface RowProps {
  icon: LucideIcon;
  iconClass: string;
  text: string;
  count: number;
}

/** Shows how many offline changes are waiting, in conflict or rejected, with a button to send them now. */
export function PendingSummary() {
  const t = useTranslations("connection");
  const [busy, setBusy] = useState(false);
  const waitingCount = useAppState((state) => state.pendingSyncCount);
  const conflicts = useAppState((state) => state.syncConflictCount);
  const rejectionCount = useAppState((state) => state.syncRejectionCount);
  if (waitingCount + conflicts + rejectionCount === 0) return null;
  const send = async () => {
    setBusy(true);
    await sendPendingChanges().catch(() => undefined);
    setBusy(false);
  };
  return (
    <>
      <ul className="rounded-r-3 border border-line">
        <Row icon={Clock} iconClass="text-text-2" text={t("waiting")} count={waitingCount} />
        {conflicts > 0 && (
          <Row icon={GitCompareArrows} iconClass="text-warning" text={t("conflicts")} count={conflicts} />
        )}
        {rejectionCount > 0 && (
          <Row icon={CircleX} iconClass="text-danger" text={t("rejected")} count={rejectionCount} />
        )}
      </ul>
      <div className="button-row flex flex-wrap gap-2">
        {waitingCount > 0 && (
          <OfflineWritable>
            <Button
              variant="primary"
              size="small"
              icon={Send}
              busy={busy}
              busyLabel={t("sending")}
              onClick={() => void send()}
            >
              {t("send")}
            </Button>
          </OfflineWritable>
        )}
        <Link to="/settings" className={buttonClass({ size: "small" })}>
          {t("all")}
        </Link>
      </div>
    </>
  );
}
