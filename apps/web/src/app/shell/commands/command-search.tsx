import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { withTexts } from "../../../platform/loading/lazy-part.tsx";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import { startKeystrokeBuffer, takeKeystrokeBuffer } from "./keystroke-buffer.ts";

export const commandDialog = withTexts(
  async () => (await import("./command-dialog.tsx")).CommandDialog,
  "tasks",
);

/** Delay before the dialog is prefetched, so that the page loads first. */
const preloadAfterMs = 2_000;

/** Runs `work` when the browser is idle. Safari lacks requestIdleCallback. Returns a function that cancels it. */
function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work, 0);
    return () => clearTimeout(timer);
  }
  const handle = requestIdleCallback(work);
  return () => cancelIdleCallback(handle);
}

function usePreload(): void {
  useEffect(() => {
    let cancel = () => {};
    const timer = setTimeout(() => {
      cancel = whenIdle(() => void commandDialog.load().catch(() => undefined));
    }, preloadAfterMs);
    return () => {
      clearTimeout(timer);
      cancel();
    };
  }, []);
}

/**
 * Returns the open state of the command dialog and a function that changes it. Keys typed while it opens are buffered
 * for its field.
 */
export function useCommandSearch(allowed: boolean) {
  const [open, setOpen] = useState(false);

  function change(next: boolean): void {
    if (next && !open && allowed) startKeystrokeBuffer(() => setOpen(false));
    if (!next) takeKeystrokeBuffer();
    setOpen(next && allowed);
  }

  return { open, change };
}

export interface CommandSearchProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/**
 * The command dialog. It is large and rarely used, so it is downloaded when the page is idle, or at the
 * latest when opened.
 */
export function CommandSearch({ open, onOpenChange }: CommandSearchProps) {
  const t = useTranslations("shell");
  const { notify } = useNotify();
  const [Dialog, setDialog] = useState(() => commandDialog.loaded());
  usePreload();

  useEffect(() => {
    if (!open || Dialog !== undefined) return;
    let current = true;
    commandDialog.load().then(
      (loaded) => current && setDialog(() => loaded),
      () => {
        if (!current) return;
        onOpenChange(false);
        notify({ type: "error", title: t("commands.failed"), message: t("commands.failedText") });
      },
    );
    return () => {
      current = false;
    };
  }, [open, Dialog, onOpenChange, notify, t]);

  if (Dialog !== undefined) return <Dialog open={open} onOpenChange={onOpenChange} />;
  if (!open) return null;
  return (
    <SkeletonGroup
      label={t("commands.loading")}
      className="fixed inset-0 z-50 grid place-items-center bg-scrim text-accent"
    >
      <span className="grid rounded-r-4 bg-overlay p-6">
        <Spinner size="large" />
      </span>
    </SkeletonGroup>
  );
}
