import { useQueryClient } from "@tanstack/react-query";
import Monitor from "lucide-react/icons/monitor";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { useWriteEntries } from "../../platform/forms/write-block.tsx";
import type { ListColumn } from "../../platform/list/list-column.ts";
import { ListPage } from "../../platform/list/list-page.tsx";
import { useListSearch } from "../../platform/list/use-list-search.ts";
import { lazyDialog } from "../../platform/loading/lazy-part.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { Highlight } from "../../ui/label/highlight.tsx";
import { StatusBadge } from "../../ui/label/status-badge.tsx";
import { useWorkstationName } from "./use-workstation-name.ts";
import { kinds, workstationSearch } from "./workstation-search.ts";
import { useWorkstationPage, type Workstation } from "./workstations.api.ts";

const EditDialog = lazyDialog(async () => (await import("./edit-dialog.tsx")).EditDialog);
const RemoveDialog = lazyDialog(async () => (await import("./remove-dialog.tsx")).RemoveDialog);

const kindOf = ({ shared }: Workstation) => kinds[shared ? 0 : 1];
const hidden = { initiallyHidden: true } as const;

function useColumns(): readonly ListColumn<Workstation>[] {
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
    { id: "lastSeenAt", header: t("columns.lastSeenAt"), moment: (row) => row.lastSeenAt },
    { id: "firstSeenAt", header: t("columns.firstSeenAt"), moment: (row) => row.firstSeenAt, ...hidden },
    {
      id: "releasedBy",
      header: t("columns.releasedBy"),
      text: (row) => row.releasedBy?.name ?? null,
      ...hidden,
    },
  ];
}

/** /organization/workstations: the devices that members sign in on. */
export function WorkstationsPage({ organizationId }: { organizationId: string }) {
  const t = useTranslations("workstations");
  const client = useQueryClient();
  const list = useListSearch(workstationSearch);
  const [opened, setOpened] = useState<{ Dialog: typeof EditDialog; row: Workstation }>();
  const queryKey = organizationKeys.workstations(organizationId);
  const columns = useColumns();
  const entries = useWriteEntries();
  return (
    <>
      <ListPage
        name="workstations"
        title={t("title")}
        subtitle={t("subtitle")}
        list={list}
        source={useWorkstationPage(organizationId, list.search)}
        search={{ label: t("search"), placeholder: t("searchPlaceholder") }}
        columns={columns}
        filters={[
          {
            name: "kind",
            label: t("columns.kind"),
            options: kinds.map((value) => ({ value, label: t(`kind.${value}`) })),
          },
        ]}
        rowActions={(row) =>
          entries([
            { key: "edit", label: t("edit"), onSelect: () => setOpened({ Dialog: EditDialog, row }) },
            {
              key: "remove",
              label: t("remove"),
              destructive: true,
              hasSeparator: true,
              onSelect: () => setOpened({ Dialog: RemoveDialog, row }),
            },
          ])
        }
        emptyState={<EmptyState icon={Monitor} title={t("emptyTitle")} text={t("emptyText")} />}
        failedTitle={t("loadFailed")}
      />
      {opened && (
        <opened.Dialog
          organizationId={organizationId}
          workstation={opened.row}
          onClose={() => setOpened(undefined)}
          onChanged={() => void client.invalidateQueries({ queryKey })}
        />
      )}
    </>
  );
}
