import { useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { useUndoAction } from "../../platform/forms/use-undo-action.ts";
import { useWriteEntries } from "../../platform/forms/write-block.tsx";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { lazyDialog } from "../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../platform/session/page-state/kept-state.ts";
import type { MenuEntry } from "../../ui/overlay/menu-props.ts";
import { stateOf } from "./list/webhook-state.tsx";
import { changeWebhook, type Webhook } from "./webhooks.api.ts";

export const EditorDialog = lazyDialog(async () => (await import("./edit/editor-dialog.tsx")).EditorDialog);
const RotateDialog = lazyDialog(async () => (await import("./edit/rotate-dialog.tsx")).RotateDialog);
const RemoveDialog = lazyDialog(async () => (await import("./edit/remove-dialog.tsx")).RemoveDialog);
const TestDialog = lazyDialog(async () => (await import("./log/test-dialog.tsx")).TestDialog);
const ReplayDialog = lazyDialog(async () => (await import("./log/replay-dialog.tsx")).ReplayDialog);

type Kind = "edit" | "rotate" | "remove" | "test" | "replay";

type Change = { readonly enabled: boolean } | { readonly takeOver: true };

/** Returns whether the portal disabled the webhook. Enabling it then has no undo. */
const isDisabledByPortal = (webhook: Webhook) => stateOf(webhook) === "disabled";

interface WebhookActions {
  /** The menu of a webhook. */
  readonly entries: (webhook: Webhook) => readonly MenuEntry[];
  readonly open: (kind: Kind, webhook: Webhook) => void;
  readonly setEnabled: (webhook: Webhook, enabled: boolean) => void;
  /** Makes the user the owner of a webhook. Undefined if they already are, or cannot become, the owner. */
  readonly takeOver: (webhook: Webhook) => (() => void) | undefined;
  /** The open dialog. */
  readonly dialog: ReactNode;
}

/** Returns the actions on webhooks and their dialog. `onRemoved` is called after a webhook was deleted. */
export function useWebhookActions(organizationId: string, onRemoved?: () => void): WebhookActions {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const writeEntries = useWriteEntries();
  const [openDialog, setOpenDialog] = useKeptState<{ kind: Kind; webhook: Webhook } | undefined>(
    "webhook",
    undefined,
  );
  const refresh = () => client.invalidateQueries({ queryKey: organizationKeys.webhooks(organizationId) });
  const { notify } = useNotify();
  const undoAction = useUndoAction(refresh);
  const { run } = useAppMutation({
    mutate: ({ webhook, change }: { webhook: Webhook; change: Change }) =>
      changeWebhook(organizationId, webhook, change),
    onSuccess(saved, { webhook, change }) {
      if ("enabled" in change) {
        const undo = () => changeWebhook(organizationId, saved, { enabled: webhook.enabled });
        notify({
          type: "success",
          message: t(change.enabled ? "switched.on" : "switched.off", { name: webhook.name }),
          ...(!isDisabledByPortal(webhook) && { action: undoAction(undo) }),
        });
      }
      return refresh();
    },
    onConflict: refresh,
    toastTitle: t("failed"),
  });
  const open = (kind: Kind, webhook: Webhook) => setOpenDialog({ kind, webhook });
  const setEnabled = (webhook: Webhook, enabled: boolean) => void run({ webhook, change: { enabled } });
  const user = useSession((session) => session.user);
  const takeOver = (webhook: Webhook) => {
    const isOffered = user?.role.type === "org_admin" && webhook.owner?.userId !== user.id;
    return isOffered ? () => void run({ webhook, change: { takeOver: true } }) : undefined;
  };
  const close = () => setOpenDialog(undefined);
  const entry = (kind: Kind, webhook: Webhook): MenuEntry => ({
    key: kind,
    label: t(`actions.${kind}`),
    onSelect: () => open(kind, webhook),
  });
  const shared = openDialog && { organizationId, webhook: openDialog.webhook, onClose: close };
  return {
    open,
    setEnabled,
    takeOver,
    entries: (webhook) => {
      const onTakeOver = takeOver(webhook);
      return writeEntries([
        entry("test", webhook),
        entry("edit", webhook),
        entry("rotate", webhook),
        entry("replay", webhook),
        {
          key: "enabled",
          label: t(webhook.enabled ? "actions.disable" : "actions.enable"),
          onSelect: () => setEnabled(webhook, !webhook.enabled),
        },
        ...(onTakeOver === undefined
          ? []
          : [{ key: "takeOver", label: t("actions.takeOver"), onSelect: onTakeOver }]),
        { ...entry("remove", webhook), destructive: true, hasSeparator: true },
      ]);
    },
    dialog: shared && (
      <>
        {openDialog.kind === "edit" && <EditorDialog {...shared} />}
        {openDialog.kind === "rotate" && <RotateDialog {...shared} />}
        {openDialog.kind === "test" && <TestDialog {...shared} />}
        {openDialog.kind === "replay" && <ReplayDialog {...shared} />}
        {openDialog.kind === "remove" && (
          <RemoveDialog
            {...shared}
            onRemoved={() => {
              void refresh();
              onRemoved?.();
            }}
          />
        )}
      </>
    ),
  };
}
