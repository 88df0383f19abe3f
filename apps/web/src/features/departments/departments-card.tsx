import { useQuery, useQueryClient } from "@tanstack/react-query";
import Ellipsis from "lucide-react/icons/ellipsis";
import Plus from "lucide-react/icons/plus";
import Shapes from "lucide-react/icons/shapes";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { lazyDialog, preloads } from "../../platform/loading/lazy-part.tsx";
import { type Undo, useUndoAction } from "../../platform/forms/use-undo-action.ts";
import { useWriteEntries, WriteButton } from "../../platform/forms/write-block.tsx";
import { useKeptState } from "../../platform/session/page-state/kept-state.ts";
import { Card } from "../../ui/layout/card.tsx";
import { EmptyState } from "../../ui/feedback/empty-state.tsx";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { Menu } from "../../ui/overlay/menu.tsx";
import { SkeletonRows } from "../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../ui/feedback/skeleton.tsx";
import { type Department, departmentsQuery } from "./departments.api.ts";

const NameDialog = lazyDialog(async () => (await import("./name-dialog.tsx")).NameDialog);
const DepartmentConfirmDialog = lazyDialog(
  async () => (await import("./department-confirm-dialog.tsx")).DepartmentConfirmDialog,
);

type OpenDialog =
  | { readonly kind: "create" }
  | { readonly kind: "rename" | "merge" | "remove"; readonly department: Department }
  | null;

interface DepartmentsCardProps {
  organizationId: string;
  /** True if the user may change departments. */
  canManage: boolean;
  /** Renders a link to the members of a department. */
  people: (name: string, text: string) => ReactNode;
}

export function DepartmentsCard({ organizationId, canManage, people }: DepartmentsCardProps) {
  const t = useTranslations("departments");
  const common = useTranslations("common");
  const { notify } = useNotify();
  const entries = useWriteEntries();
  const client = useQueryClient();
  const query = useQuery(departmentsQuery(organizationId));
  const { data } = query;
  const [openDialog, setOpenDialog] = useKeptState<OpenDialog>("department", null);
  const close = () => setOpenDialog(null);
  const refresh = () => client.invalidateQueries({ queryKey: organizationKeys.one(organizationId) });
  const undoAction = useUndoAction(refresh);
  const handleDone = (message: string, undo?: Undo) => {
    notify({ type: "success", message, ...(undo && { action: undoAction(undo) }) });
    void refresh();
  };
  const create = canManage && (
    <WriteButton icon={Plus} {...preloads(NameDialog)} onClick={() => setOpenDialog({ kind: "create" })}>
      {t("create")}
    </WriteButton>
  );
  const departments = data?.data ?? [];
  return (
    <Card
      title={t("title")}
      description={t("text")}
      aside={departments.length > 0 && create}
      flush
      {...(data !== undefined && departments.length > 0 && data.withoutDepartment > 0
        ? {
            footer: (
              <p className="text-dense text-text-2">{t("without", { count: data.withoutDepartment })}</p>
            ),
          }
        : {})}
    >
      <QueryFallback query={query} failedTitle={t("loadFailed")} className="m-4">
        <SkeletonGroup label={t("loading")}>
          <SkeletonRows count={4} />
        </SkeletonGroup>
      </QueryFallback>
      {data !== undefined && departments.length === 0 && (
        <EmptyState
          icon={Shapes}
          title={t("emptyTitle")}
          text={t("emptyText")}
          {...(canManage ? { action: create } : {})}
        />
      )}
      {departments.length > 0 && (
        <ul aria-label={t("title")} className="divide-y divide-line">
          {departments.map((department) => (
            <li key={department.id} className="flex items-center gap-3 py-2 pr-3 pl-5">
              <div className="min-w-0 flex-1">
                <p className="text-body font-label wrap-anywhere text-text">{department.name}</p>
                <p className="text-dense text-text-2">
                  {department.memberCount === 0
                    ? t("members", { count: 0 })
                    : people(department.name, t("members", { count: department.memberCount }))}
                </p>
              </div>
              {canManage && (
                <Menu
                  align="end"
                  trigger={
                    <IconButton
                      icon={Ellipsis}
                      size="small"
                      label={common("rowMenu", { name: department.name })}
                    />
                  }
                  items={entries([
                    {
                      key: "rename",
                      label: t("rename"),
                      onSelect: () => setOpenDialog({ kind: "rename", department }),
                    },
                    {
                      key: "merge",
                      label: t("mergeMenu"),
                      disabledReason: departments.length < 2 ? t("noOther") : undefined,
                      onSelect: () => setOpenDialog({ kind: "merge", department }),
                    },
                    {
                      key: "remove",
                      label: t("removeMenu"),
                      destructive: true,
                      hasSeparator: true,
                      onSelect: () => setOpenDialog({ kind: "remove", department }),
                    },
                  ])}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {(openDialog?.kind === "create" || openDialog?.kind === "rename") && (
        <NameDialog
          organizationId={organizationId}
          department={openDialog.kind === "create" ? null : openDialog.department}
          onClose={close}
          onDone={handleDone}
        />
      )}
      {(openDialog?.kind === "merge" || openDialog?.kind === "remove") && (
        <DepartmentConfirmDialog
          organizationId={organizationId}
          kind={openDialog.kind}
          department={openDialog.department}
          others={departments.filter(({ id }) => id !== openDialog.department.id)}
          onClose={close}
          onDone={handleDone}
        />
      )}
    </Card>
  );
}
