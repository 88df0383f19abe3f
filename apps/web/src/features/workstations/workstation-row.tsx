import Monitor from "lucide-react/icons/monitor";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import { useWorkstationName } from "./use-workstation-name.ts";
import type { Workstation } from "./workstations.api.ts";

interface WorkstationRowProps {
  workstation: Workstation;
  onEdit: () => void;
  onRemove: () => void;
}

/** One workstation with its users and actions. */
export function WorkstationRow({ workstation, onEdit, onRemove }: WorkstationRowProps) {
  const t = useTranslations("workstations");
  const format = useFormat();
  const { name, device } = useWorkstationName(workstation);
  const { autoLockMinutes, releasedBy } = workstation;
  const facts = [
    workstation.label === null ? null : device,
    t("people", { count: workstation.people }),
    t("open", { count: workstation.openSessions }),
    t("seen", { time: format.moment(workstation.lastSeenAt) }),
    workstation.shared && autoLockMinutes !== null ? t("locks", { count: autoLockMinutes }) : null,
    releasedBy?.name ? t("released", { name: releasedBy.name }) : null,
  ];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0">
      <Monitor size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-text-3" />
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-body font-label text-text">
          {name}
          {workstation.shared && <StatusBadge meaning="info">{t("shared")}</StatusBadge>}
          {workstation.current && <StatusBadge meaning="active">{t("current")}</StatusBadge>}
        </p>
        <p className="text-dense text-text-2">{facts.filter((fact) => fact !== null).join(" · ")}</p>
      </div>
      <div className="flex gap-2">
        <Button size="small" aria-label={t("editOf", { name })} onClick={onEdit}>
          {t("edit")}
        </Button>
        <Button size="small" kind="destructive" aria-label={t("removeOf", { name })} onClick={onRemove}>
          {t("remove")}
        </Button>
      </div>
    </li>
  );
}
