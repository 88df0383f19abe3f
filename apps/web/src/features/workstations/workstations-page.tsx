import { useSearch } from "@tanstack/react-router";
import Monitor from "lucide-react/icons/monitor";
import { useTranslations } from "use-intl";
import { useWriteEntries } from "../../platform/forms/write-block.tsx";
import type { Catalogues } from "../../platform/i18n/catalogues.ts";
import { ListPage } from "../../platform/list/list-page.tsx";
import { useListSearch } from "../../platform/list/use-list-search.ts";
import { lazyDialog } from "../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../platform/session/page-state/kept-state.ts";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { useWorkstationName } from "./use-workstation-name.ts";
import { KindCell, NameCell, ReleaseButton } from "./workstation-cells.tsx";
import { workstationKinds, workstationListQuery, workstationSearch } from "./workstation-search.ts";
import { useWorkstationPage, useWorkstationsRefresh, type Workstation } from "./workstations.api.ts";

const EditDialog = lazyDialog(async () => (await import("./edit-dialog.tsx")).EditDialog);
const RemoveDialog = lazyDialog(async () => (await import("./remove-dialog.tsx")).RemoveDialog);

/**
 * /organization/workstations: the devices that members sign in on. With `edit=current` in the URL, the dialog of this
 * device is open.
 */
export function WorkstationsPage({ organizationId }: { organizationId: string }) {
  const t = useTranslations("workstations");
  const column = (id: keyof Catalogues["workstations"]["columns"]) => ({ id, header: t(`columns.${id}`) });
  const refresh = useWorkstationsRefresh(organizationId);
  const nameOf = useWorkstationName();
  const entries = useWriteEntries();
  const list = useListSearch(workstationSearch);
  const params: { edit?: string } = useSearch({ strict: false });
  const source = useWorkstationPage(organizationId, workstationListQuery(list.search));
  const [chosenDialog, setChosenDialog] = useKeptState<{
    kind: "edit" | "release" | "remove";
    row: Workstation;
  } | null>("workstation", null);
  const linked = params.edit === "current" ? source.rows?.find(({ current }) => current) : undefined;
  const openDialog = chosenDialog ?? (linked && { kind: "edit", row: linked });
  function close(): void {
    setChosenDialog(null);
    if (params.edit !== undefined) list.replace({ edit: undefined });
  }
  const dialog = (workstation: Workstation) => ({
    organizationId,
    workstation,
    onClose: close,
    onChanged: refresh,
  });
  const minutesOf = ({ shared, autoLockMinutes: count }: Workstation) =>
    shared && count !== null ? t("minutesValue", { count }) : null;
  return (
    <>
      <ListPage
        name="workstations"
        tableFrom="(min-width: 72rem)"
        title={t("title")}
        subtitle={t("subtitle")}
        list={list}
        source={source}
        search={{ label: t("search"), placeholder: t("searchPlaceholder") }}
        columns={[
          {
            ...column("name"),
            width: 19,
            searchable: true,
            text: (row) => nameOf(row).name,
            cell: (row, searchText) => <NameCell row={row} searchText={searchText} />,
          },
          { ...column("lastUser"), width: 12.5, searchable: true, text: (row) => row.lastUser?.name ?? null },
          { ...column("lastSeenAt"), width: 11, moment: (row) => row.lastSeenAt },
          { ...column("firstSeenAt"), width: 11, moment: (row) => row.firstSeenAt },
          { ...column("sites"), width: 12, searchable: true, text: (row) => row.sites.join(", ") || null },
          {
            ...column("kind"),
            width: 12,
            text: (row) => t(row.shared ? "kind.shared" : "kind.personal"),
            cell: (row) => <KindCell row={row} minutes={minutesOf(row)} />,
            action: (row) => (
              <ReleaseButton row={row} onClick={() => setChosenDialog({ kind: "release", row })} />
            ),
          },
          { ...column("people"), width: 9.5, number: (row) => row.people },
          { ...column("device"), initiallyHidden: true, searchable: true, text: (row) => nameOf(row).device },
          { ...column("autoLock"), initiallyHidden: true, text: minutesOf },
          { ...column("openSessions"), initiallyHidden: true, number: (row) => row.openSessions },
          { ...column("releasedBy"), initiallyHidden: true, text: (row) => row.releasedBy?.name ?? null },
        ]}
        filters={[
          {
            name: "kind",
            label: t("columns.kind"),
            options: workstationKinds.map((value) => ({ value, label: t(`kind.${value}`) })),
          },
        ]}
        nameOf={(row) => nameOf(row).fullName}
        rowActions={(row) =>
          entries([
            { key: "edit", label: t("edit"), onSelect: () => setChosenDialog({ kind: "edit", row }) },
            {
              key: "remove",
              label: t("remove"),
              destructive: true,
              hasSeparator: true,
              onSelect: () => setChosenDialog({ kind: "remove", row }),
            },
          ])
        }
        emptyState={<EmptyState icon={Monitor} title={t("emptyTitle")} text={t("emptyText")} />}
        failedTitle={t("loadFailed")}
      />
      {openDialog?.kind === "edit" && <EditDialog {...dialog(openDialog.row)} />}
      {openDialog?.kind === "release" && <EditDialog {...dialog(openDialog.row)} isRelease />}
      {openDialog?.kind === "remove" && <RemoveDialog {...dialog(openDialog.row)} />}
    </>
  );
}
