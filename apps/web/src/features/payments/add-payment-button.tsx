import HandCoins from "lucide-react/icons/hand-coins";
import { useTranslations } from "use-intl";
import type { InvoiceDetail } from "../../entities/invoice/invoice.api.ts";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { lazyDialog, preloads } from "../../platform/loading/lazy-part.tsx";
import { useKeptState } from "../../platform/session/page-state/kept-state.ts";

// Loaded on demand, because most payments come from bank statements.
const AddPaymentDialog = lazyDialog(
  async () => (await import("./add-payment-dialog.tsx")).AddPaymentDialog,
  "payments",
);

/** Enters a payment of a final invoice. */
export function AddPaymentButton({ invoice }: { invoice: InvoiceDetail }) {
  const t = useTranslations("invoice-labels");
  const [isOpen, setOpen] = useKeptState("new-payment", false);
  return (
    <>
      <WriteButton icon={HandCoins} {...preloads(AddPaymentDialog)} onClick={() => setOpen(true)}>
        {t("payments.add")}
      </WriteButton>
      {isOpen && <AddPaymentDialog invoice={invoice} onClose={() => setOpen(false)} />}
    </>
  );
}
