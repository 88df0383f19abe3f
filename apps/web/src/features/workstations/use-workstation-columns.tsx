import { useTranslations } from "use-intl";
import type { ListColumn } from "../../platform/list/list-column.ts";
import { Highlight } from "../../ui/label/highlight.tsx";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import { useWorkstationName } from "./use-workstation-name.ts";
import { kinds } from "./workstation-search.ts";
import type { Workstation } from "./workstations.api.ts";

const kindOf = ({ shared }: Workstation) => kinds[shared ? 0 : 1];
const hidden = { initiallyHidden: true } as const;

/** Returns the columns of the workstations. */
export function useWorkstationColumns(): readonly ListColumn<Workstation>[] {
  const t = useTranslations("workstations");
  const nameOf = useWorkstationName();
  return [
    {
      id: "name",
      header: t("columns.name"),
      width: 15.5,
      searchable: true,
      text: (row) => nameOf(row).name,
      cell: (row, searched) => (
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1 font-label text-text">
          <Highlight text={nameOf(row).name} search={searched} />
          {row.current && <StatusBadge meaning="active">{t("current")}</StatusBadge>}
        </span>
      ),
    },
    {
      id: "lastUser",
      header: t("columns.lastUser"),
      text: ({ lastUser }) => lastUser?.name ?? null,
      searchable: true,
    },
    { id: "lastSeenAt", header: t("columns.lastSeenAt"), moment: (row) => row.lastSeenAt },
    {
      id: "sites",
      header: t("columns.sites"),
      text: ({ sites }) => sites.join(", ") || null,
      searchable: true,
    },
    { id: "device", header: t("columns.device"), text: (row) => nameOf(row).device, searchable: true },
    {
      id: "kind",
      header: t("columns.kind"),
      width: 11,
      text: (row) => t(`kind.${kindOf(row)}`),
      cell: (row) =>
        row.shared ? <StatusBadge meaning="info">{t("kind.shared")}</StatusBadge> : t("kind.personal"),
    },
    {
      id: "autoLock",
      header: t("columns.autoLock"),
      text: ({ shared, autoLockMinutes: count }) =>
        shared && count !== null ? t("minutesValue", { count }) : null,
    },
    { id: "people", header: t("columns.people"), number: (row) => row.people },
    { id: "openSessions", header: t("columns.openSessions"), number: (row) => row.openSessions },
    { id: "firstSeenAt", header: t("columns.firstSeenAt"), moment: (row) => row.firstSeenAt },
    {
      id: "releasedBy",
      header: t("columns.releasedBy"),
      text: (row) => row.releasedBy?.name ?? null,
      ...hidden,
    },
  ];
}
