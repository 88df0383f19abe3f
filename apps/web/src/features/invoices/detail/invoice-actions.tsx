import Download from "lucide-react/icons/download";
import Ellipsis from "lucide-react/icons/ellipsis";
import FileCheck from "lucide-react/icons/file-check";
import RefreshCw from "lucide-react/icons/refresh-cw";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import type { InvoiceDetail } from "../../../entities/invoice/invoice.api.ts";
import { useInvoiceRefresh } from "../../../entities/invoice/use-invoice-refresh.ts";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { useWriteEntries, WriteButton } from "../../../platform/forms/write-block.tsx";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Button } from "../../../ui/button/button.tsx";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import type { MenuEntry } from "../../../ui/overlay/menu-props.ts";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { type InvoiceFormat, recalculateInvoice, saveInvoiceFile } from "../invoices.api.ts";
import { useHoldText } from "../use-hold-text.ts";
import { useInvoiceError } from "../use-invoice-error.ts";

// Loaded on demand, because most visits change nothing.
const FinalizeDialog = lazyDialog(
  async () => (await import("./finalize-dialog.tsx")).FinalizeDialog,
  "invoice-changes",
);
const DiscardDialog = lazyDialog(
  async () => (await import("./discard-dialog.tsx")).DiscardDialog,
  "invoice-changes",
);
const CreditDialog = lazyDialog(
  async () => (await import("./credit-dialog.tsx")).CreditDialog,
  "invoice-changes",
);

interface InvoiceActionsProps {
  invoice: InvoiceDetail;
  paymentAction: ReactNode;
  onDiscarded: () => void;
  onCredited: (creditNote: InvoiceDetail) => void;
}

/** Shows the actions on a draft, an invoice or a credit note. */
export function InvoiceActions({ invoice, paymentAction, onDiscarded, onCredited }: InvoiceActionsProps) {
  const t = useTranslations("invoices");
  const common = useTranslations("common");
  const writeEntries = useWriteEntries();
  const refresh = useInvoiceRefresh();
  const { notifySuccess } = useNotify();
  const [openDialog, setOpenDialog] = useKeptState<"finalize" | "discard" | "credit" | null>("invoice", null);
  const { id, number } = invoice;
  const isDraft = number === null;
  // Calls without a price are confirmed in the dialog.
  const blocking = invoice.held.find(({ reason }) => reason !== "unpriced_calls");
  const textOf = useHoldText();
  const saving = useAppMutation({
    mutate: (format: InvoiceFormat) => saveInvoiceFile(id, format),
    mapError: useInvoiceError(),
    toastTitle: t("file.failed"),
  });
  const recalculating = useAppMutation({
    mutate: (_input: void, { idempotencyKey }) => recalculateInvoice(id, idempotencyKey),
    async onSuccess(recalculated) {
      await refresh(recalculated);
      notifySuccess(t("recalculate.done"));
    },
    toastTitle: t("recalculate.failed"),
  });
  const xml: MenuEntry = { key: "xml", label: t("file.xml"), onSelect: () => void saving.run("xml") };
  const last: readonly MenuEntry[] = isDraft
    ? [
        {
          key: "discard",
          label: t("action.discard"),
          destructive: true,
          hasSeparator: true,
          onSelect: () => setOpenDialog("discard"),
        },
      ]
    : invoice.kind === "invoice" && invoice.status !== "credited"
      ? [
          {
            key: "credit",
            label: t("action.credit"),
            destructive: true,
            hasSeparator: true,
            onSelect: () => setOpenDialog("credit"),
          },
        ]
      : [];
  const close = () => setOpenDialog(null);
  return (
    <>
      <Button
        icon={Download}
        busy={saving.busy}
        aria-label={t("file.pdf")}
        onClick={() => void saving.run("pdf")}
      >
        {t("file.short")}
      </Button>
      {isDraft && (
        <>
          <WriteButton
            icon={RefreshCw}
            busy={recalculating.busy}
            busyLabel={t("recalculate.busy")}
            onClick={() => void recalculating.run()}
          >
            {t("action.recalculate")}
          </WriteButton>
          <WriteButton
            variant="primary"
            icon={FileCheck}
            disabled={blocking !== undefined}
            disabledReason={
              blocking && t("action.finaliseHeld", { reason: textOf(blocking, invoice.unpricedCalls).title })
            }
            {...preloads(FinalizeDialog)}
            onClick={() => setOpenDialog("finalize")}
          >
            {t("action.finalise")}
          </WriteButton>
        </>
      )}
      {paymentAction}
      <Menu
        align="end"
        trigger={
          <IconButton
            icon={Ellipsis}
            variant="edge"
            label={common("rowMenu", { name: number ?? invoice.organizationName })}
          />
        }
        items={[xml, ...writeEntries(last)]}
      />
      {openDialog === "finalize" && <FinalizeDialog invoice={invoice} onClose={close} />}
      {openDialog === "discard" && (
        <DiscardDialog invoice={invoice} onClose={close} onDiscarded={onDiscarded} />
      )}
      {openDialog === "credit" && <CreditDialog invoice={invoice} onClose={close} onCredited={onCredited} />}
    </>
  );
}
