import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { useUndoAction } from "../../platform/forms/use-undo-action.ts";
import { useWriteEntries } from "../../platform/forms/write-block.tsx";
import { useNotify } from "../../platform/notifications/use-notify.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { lazyDialog } from "../../platform/loading/lazy-part.tsx";
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
  /** Makes the user the owner of a webhook; undefined if they cannot be, or are already. */
  readonly takeOver: (webhook: Webhook) => (() => void) | undefined;
  /** The open dialog. */
  readonly dialog: ReactNode;
}

/** Returns the actions on webhooks and their dialog. `onRemoved` is called after a webhook was deleted. */
export function useWebhookActions(organizationId: string, onRemoved?: () => void): WebhookActions {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const writeEntries = useWriteEntries();
  const [opened, setOpened] = useState<{ kind: Kind; webhook: Webhook }>();
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
  const open = (kind: Kind, webhook: Webhook) => setOpened({ kind, webhook });
  const setEnabled = (webhook: Webhook, enabled: boolean) => void run({ webhook, change: { enabled } });
  const user = useSession((session) => session.user);
  const takeOver = (webhook: Webhook) => {
    const isOffered = user?.role.type === "org_admin" && webhook.owner?.userId !== user.id;
    return isOffered ? () => void run({ webhook, change: { takeOver: true } }) : undefined;
  };
  const close = () => setOpened(undefined);
  const entry = (kind: Kind, webhook: Webhook): MenuEntry => ({
    key: kind,
    label: t(`actions.${kind}`),
    onSelect: () => open(kind, webhook),
  });
  const shared = opened && { organizationId, webhook: opened.webhook, onClose: close };
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
        {opened.kind === "edit" && <EditorDialog {...shared} />}
        {opened.kind === "rotate" && <RotateDialog {...shared} />}
        {opened.kind === "test" && <TestDialog {...shared} />}
        {opened.kind === "replay" && <ReplayDialog {...shared} />}
        {opened.kind === "remove" && (
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
