import type { AiStop } from "@praxisportal/contract/ai/providers.schema";
import OctagonX from "lucide-react/icons/octagon-x";
import Play from "lucide-react/icons/play";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { lazyDialog } from "../../../platform/loading/lazy-part.tsx";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import type { SwitchTarget } from "./ai-switch.api.ts";

const SwitchDialog = lazyDialog(async () => (await import("./switch-dialog.tsx")).SwitchDialog);

interface SwitchCardProps {
  target: SwitchTarget;
  stopped: AiStop | null;
  /** True if the user may use the switch. Otherwise, the view is read-only. */
  canStop: boolean;
}

/** A switch that stops AI use at once, with its state, time and reason. */
export function SwitchCard({ target, stopped, canStop }: SwitchCardProps) {
  const t = useTranslations("ai-switches");
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const { scope } = target;
  return (
    <Card
      title={t(`${scope}.card`)}
      aside={
        canStop && (
          <WriteButton
            size="small"
            variant={stopped === null ? "destructive" : "secondary"}
            icon={stopped === null ? OctagonX : Play}
            onClick={() => setOpen(true)}
          >
            {t(stopped === null ? `${scope}.stop` : "resume")}
          </WriteButton>
        )
      }
      {...(stopped !== null && { className: "border-danger-line" })}
    >
      <div className="grid gap-2 text-body">
        <div>
          <StatusBadge meaning={stopped === null ? "active" : "blocked"}>
            {stopped === null ? t("running") : t("stoppedSince", { when: format.momentInText(stopped.at) })}
          </StatusBadge>
        </div>
        {stopped !== null && stopped.reason !== null && (
          <p className="wrap-anywhere text-text">{t("reasonIs", { reason: stopped.reason })}</p>
        )}
        <p className="text-dense text-text-2">{t(stopped === null ? `${scope}.effect` : `${scope}.now`)}</p>
        {!canStop && <p className="text-dense text-text-3">{t(`${scope}.allowedTo`)}</p>}
      </div>
      {open && <SwitchDialog target={target} stopped={stopped} onClose={() => setOpen(false)} />}
    </Card>
  );
}
