import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys } from "../../entities/organization/organization-keys.ts";
import { useAppMutation } from "../../platform/forms/use-app-mutation.ts";
import { useWriteEntries } from "../../platform/forms/write-block.tsx";
import { lazyDialog } from "../../platform/loading/lazy-part.tsx";
import type { MenuEntry } from "../../ui/overlay/menu-props.ts";
import { changeWebhook, type Webhook } from "./webhooks.api.ts";

export const EditorDialog = lazyDialog(async () => (await import("./edit/editor-dialog.tsx")).EditorDialog);
const RotateDialog = lazyDialog(async () => (await import("./edit/rotate-dialog.tsx")).RotateDialog);
const RemoveDialog = lazyDialog(async () => (await import("./edit/remove-dialog.tsx")).RemoveDialog);
const TestDialog = lazyDialog(async () => (await import("./log/test-dialog.tsx")).TestDialog);
const ReplayDialog = lazyDialog(async () => (await import("./log/replay-dialog.tsx")).ReplayDialog);

type Kind = "edit" | "rotate" | "remove" | "test" | "replay";

interface WebhookActions {
  /** The menu of a webhook. */
  readonly entries: (webhook: Webhook) => readonly MenuEntry[];
  readonly open: (kind: Kind, webhook: Webhook) => void;
  readonly setEnabled: (webhook: Webhook, enabled: boolean) => void;
  /** The open dialog. */
  readonly dialog: ReactNode;
}

/** What can be done with a webhook. `onRemoved` runs after one was deleted. */
export function useWebhookActions(organizationId: string, onRemoved?: () => void): WebhookActions {
  const t = useTranslations("webhooks");
  const client = useQueryClient();
  const writeEntries = useWriteEntries();
  const [opened, setOpened] = useState<{ kind: Kind; webhook: Webhook }>();
  const refresh = () => client.invalidateQueries({ queryKey: organizationKeys.webhooks(organizationId) });
  const { run } = useAppMutation({
    mutate: ({ webhook, enabled }: { webhook: Webhook; enabled: boolean }) =>
      changeWebhook(organizationId, webhook, { enabled }),
    onSuccess: refresh,
    onConflict: refresh,
    toastTitle: t("failed"),
  });
  const open = (kind: Kind, webhook: Webhook) => setOpened({ kind, webhook });
  const setEnabled = (webhook: Webhook, enabled: boolean) => void run({ webhook, enabled });
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
    entries: (webhook) =>
      writeEntries([
        entry("test", webhook),
        entry("edit", webhook),
        entry("rotate", webhook),
        entry("replay", webhook),
        {
          key: "enabled",
          label: t(webhook.enabled ? "actions.disable" : "actions.enable"),
          onSelect: () => setEnabled(webhook, !webhook.enabled),
        },
        { ...entry("remove", webhook), destructive: true, hasSeparator: true },
      ]),
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
