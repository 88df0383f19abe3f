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
  const minutesOf = ({ shared, autoLockMinutes: count }: Workstation) =>
    shared && count !== null ? t("minutesValue", { count }) : null;
  const lockOf = (row: Workstation) => {
    const minutes = minutesOf(row);
    return minutes && `${t("columns.autoLock")} ${minutes}`;
  };
  return [
    {
      id: "name",
      header: t("columns.name"),
      width: 19,
      searchable: true,
      text: (row) => nameOf(row).name,
      cell: (row, searched) => {
        const { name, device } = nameOf(row);
        return (
          <span className="grid justify-items-start gap-1">
            <span className="font-label text-text">
              <Highlight text={name} search={searched} />
            </span>
            {device !== name && (
              <span className="text-small text-text-3">
                <Highlight text={device} search={searched} />
              </span>
            )}
            {row.current && <StatusBadge meaning="active">{t("current")}</StatusBadge>}
          </span>
        );
      },
    },
    {
      id: "lastUser",
      header: t("columns.lastUser"),
      width: 12.5,
      text: ({ lastUser }) => lastUser?.name ?? null,
      searchable: true,
    },
    { id: "lastSeenAt", header: t("columns.lastSeenAt"), width: 11, moment: (row) => row.lastSeenAt },
    { id: "firstSeenAt", header: t("columns.firstSeenAt"), width: 11, moment: (row) => row.firstSeenAt },
    {
      id: "sites",
      header: t("columns.sites"),
      width: 12,
      text: ({ sites }) => sites.join(", ") || null,
      searchable: true,
    },
    {
      id: "kind",
      header: t("columns.kind"),
      width: 12,
      text: (row) => t(`kind.${kindOf(row)}`),
      cell: (row) =>
        row.shared ? (
          <span className="grid justify-items-start gap-1">
            <StatusBadge meaning="info">{t("kind.shared")}</StatusBadge>
            <span className="text-small text-text-3">{lockOf(row)}</span>
          </span>
        ) : (
          t("kind.personal")
        ),
    },
    { id: "people", header: t("columns.people"), width: 9.5, number: (row) => row.people },
    {
      id: "device",
      header: t("columns.device"),
      text: (row) => nameOf(row).device,
      searchable: true,
      ...hidden,
    },
    { id: "autoLock", header: t("columns.autoLock"), text: minutesOf, ...hidden },
    { id: "openSessions", header: t("columns.openSessions"), number: (row) => row.openSessions, ...hidden },
    {
      id: "releasedBy",
      header: t("columns.releasedBy"),
      text: (row) => row.releasedBy?.name ?? null,
      ...hidden,
    },
  ];
}
