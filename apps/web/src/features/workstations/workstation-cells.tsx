import { useTranslations } from "use-intl";
import { WriteButton } from "../../platform/forms/write-block.tsx";
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

/** Button that shares a workstation, next to its kind. */
export function ReleaseButton({ row, onClick }: { row: Workstation; onClick: () => void }) {
  const t = useTranslations("workstations");
  const { fullName: name } = useWorkstationName()(row);
  if (row.shared) return null;
  return (
    <WriteButton
      variant="quiet"
      size="small"
      className="-ml-2 print:hidden"
      aria-label={t("release.startNamed", { name })}
      onClick={onClick}
    >
      {t("release.start")}
    </WriteButton>
  );
}
