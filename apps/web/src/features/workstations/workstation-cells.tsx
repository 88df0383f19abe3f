import { useTranslations } from "use-intl";
import { Highlight } from "../../ui/label/highlight.tsx";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import { useWorkstationName } from "./use-workstation-name.ts";
import type { Workstation } from "./workstations.api.ts";

/** Shows the name of a workstation, above its browser and system if the name is a label. */
export function NameCell({ row, searchText }: { row: Workstation; searchText: string }) {
  const t = useTranslations("workstations");
  const { name, device } = useWorkstationName()(row);
  return (
    <span className="grid justify-items-start gap-1">
      <span className="font-label text-text">
        <Highlight text={name} search={searchText} />
      </span>
      {device !== name && (
        <span className="text-small text-text-3">
          <Highlight text={device} search={searchText} />
        </span>
      )}
      {row.current && <StatusBadge meaning="active">{t("current")}</StatusBadge>}
    </span>
  );
}

/** Shows the kind of a workstation. For a shared workstation, also shows the minutes until the auto-lock. */
export function KindCell({ row, minutes }: { row: Workstation; minutes: string | null }) {
  const t = useTranslations("workstations");
  if (!row.shared) return t("kind.personal");
  return (
    <span className="grid justify-items-start gap-1">
      <StatusBadge meaning="info">{t("kind.shared")}</StatusBadge>
      {minutes !== null && (
        <span className="text-small text-text-3">
          {t("columns.autoLock")} <span className="whitespace-nowrap">{minutes}</span>
        </span>
      )}
    </span>
  );
}
