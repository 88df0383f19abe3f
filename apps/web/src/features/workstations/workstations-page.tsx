import { useQueryClient } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import Monitor from "lucide-react/icons/monitor";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { useWriteEntries } from "../../platform/forms/write-block.tsx";
import { ListPage } from "../../platform/list/list-page.tsx";
import { useListSearch } from "../../platform/list/use-list-search.ts";
import { lazyDialog } from "../../platform/loading/lazy-part.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { kinds, workstationSearch } from "./workstation-search.ts";
import { useWorkstationColumns } from "./use-workstation-columns.tsx";
import { useWorkstationPage, type Workstation } from "./workstations.api.ts";

const EditDialog = lazyDialog(async () => (await import("./edit-dialog.tsx")).EditDialog);
const RemoveDialog = lazyDialog(async () => (await import("./remove-dialog.tsx")).RemoveDialog);

/**
 * /organization/workstations: the devices that members sign in on. With `edit=current` in the address, the dialog of this
 * device is open.
 */
export function WorkstationsPage({ organizationId }: { organizationId: string }) {
  const t = useTranslations("workstations");
  const client = useQueryClient();
  const list = useListSearch(workstationSearch);
  const params: { edit?: string } = useSearch({ strict: false });
  const source = useWorkstationPage(organizationId, list.search);
  const [chosen, setOpened] = useState<{ Dialog: typeof EditDialog; row: Workstation }>();
  const linked = params.edit === "current" ? source.rows?.find(({ current }) => current) : undefined;
  const opened = chosen ?? (linked && { Dialog: EditDialog, row: linked });
  function close(): void {
    setOpened(undefined);
    if (params.edit !== undefined) list.replace({ edit: undefined });
  }
  const queryKey = organizationKeys.workstations(organizationId);
  const columns = useWorkstationColumns();
  const entries = useWriteEntries();
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
          onClose={close}
          onChanged={() => void client.invalidateQueries({ queryKey })}
        />
      )}
    </>
  );
}
