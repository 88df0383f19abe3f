import { useQuery, useQueryClient } from "@tanstack/react-query";
import Ellipsis from "lucide-react/icons/ellipsis";
import Plus from "lucide-react/icons/plus";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { providerKeys } from "../../../entities/provider/provider.api.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { type Undo, useUndoAction } from "../../../platform/forms/use-undo-action.ts";
import { useWriteEntries, WriteButton } from "../../../platform/forms/write-block.tsx";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { TemplateForm } from "./template-form.tsx";
import { type AiTemplate, removeTemplate, templatesQuery } from "./templates.api.ts";

interface TemplatesDialogProps {
  organizationId: string;
  /** True if the user may change the templates of the organization. */
  canManage: boolean;
  /** The current prompt, which can be saved as a template. */
  text: string;
  onInsert: (text: string) => void;
  onClose: () => void;
}

type Opened =
  | { readonly kind: "create" }
  | { readonly kind: "edit" | "remove"; readonly template: AiTemplate }
  | null;

/** Chooses a template for the prompt, saves the prompt as a template, and changes or deletes templates. */
export function TemplatesDialog({
  organizationId,
  canManage,
  text,
  onInsert,
  onClose,
}: TemplatesDialogProps) {
  const t = useTranslations("assistant");
  const common = useTranslations("common");
  const client = useQueryClient();
  const entries = useWriteEntries();
  const { notify } = useNotify();
  const query = useQuery(templatesQuery(organizationId));
  const { data } = query;
  const [openDialog, setOpenDialog] = useState<Opened>(null);
  const close = () => setOpenDialog(null);
  const refresh = () => client.invalidateQueries({ queryKey: providerKeys.templates(organizationId) });
  const undoAction = useUndoAction(refresh);
  const handleDone = (message: string, undo?: Undo) => {
    notify({ type: "success", message, ...(undo && { action: undoAction(undo) }) });
    void refresh();
  };
  if (openDialog?.kind === "create" || openDialog?.kind === "edit")
    return (
      <TemplateForm
        template={openDialog.kind === "edit" ? openDialog.template : null}
        text={text}
        canManage={canManage}
        onClose={close}
        onDone={handleDone}
      />
    );
  if (openDialog?.kind === "remove")
    return (
      <ConfirmDialog
        title={t("templates.removeTitle", { name: openDialog.template.name })}
        effect={t(openDialog.template.isShared ? "templates.removeShared" : "templates.removeOwn")}
        confirmLabel={t("templates.remove")}
        variant="danger"
        failureTitle={t("templates.failed")}
        act={() => removeTemplate(openDialog.template)}
        onDone={() => {
          handleDone(t("templates.removed", { name: openDialog.template.name }));
          close();
        }}
        onClose={close}
      />
    );
  const groups = (["own", "shared"] as const).map((owner) => ({
    owner,
    templates: (data?.data ?? []).filter(({ isShared }) => isShared === (owner === "shared")),
  }));
  return (
    <Dialog
      open
      size="form"
      dismissible
      title={t("templates.title")}
      description={t("templates.hint")}
      closeLabel={common("close")}
      onOpenChange={(open) => !open && onClose()}
      actions={
        <>
          <Button onClick={onClose}>{common("close")}</Button>
          <WriteButton icon={Plus} onClick={() => setOpenDialog({ kind: "create" })}>
            {t(text.trim() === "" ? "templates.create" : "templates.saveText")}
          </WriteButton>
        </>
      }
    >
      <QueryFallback query={query} failedTitle={t("templates.loadFailed")}>
        <SkeletonGroup label={t("templates.loading")} className="grid gap-3 py-4">
          <Skeleton className="h-4 w-60" />
          <Skeleton className="h-4 w-44" />
        </SkeletonGroup>
      </QueryFallback>
      {data?.data.length === 0 && <p className="py-4 text-body text-text-2">{t("templates.empty")}</p>}
      {groups
        .filter(({ templates }) => templates.length > 0)
        .map(({ owner, templates }) => (
          <section key={owner} aria-label={t(`templates.owners.${owner}`)} className="pt-4">
            <h3 className="pb-1 text-dense font-label text-text-2">{t(`templates.owners.${owner}`)}</h3>
            <ul className="divide-y divide-line">
              {templates.map((template) => (
                <li key={template.id} className="flex items-center gap-2 py-1">
                  <button
                    type="button"
                    onClick={() => onInsert(template.text)}
                    className="min-w-0 flex-1 rounded-r-2 px-2 py-2 text-left hover:bg-surface-2"
                  >
                    <span className="block text-body font-label wrap-anywhere text-text">
                      {template.name}
                    </span>
                    <span className="line-clamp-2 text-dense wrap-anywhere text-text-2">{template.text}</span>
                  </button>
                  {(canManage || !template.isShared) && (
                    <Menu
                      align="end"
                      trigger={
                        <IconButton
                          icon={Ellipsis}
                          size="small"
                          label={common("rowMenu", { name: template.name })}
                        />
                      }
                      items={entries([
                        {
                          key: "edit",
                          label: t("templates.editMenu"),
                          onSelect: () => setOpenDialog({ kind: "edit", template }),
                        },
                        {
                          key: "remove",
                          label: t("templates.remove"),
                          destructive: true,
                          hasSeparator: true,
                          onSelect: () => setOpenDialog({ kind: "remove", template }),
                        },
                      ])}
                    />
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </Dialog>
  );
}
