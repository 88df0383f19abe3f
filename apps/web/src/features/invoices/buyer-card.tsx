import Building2 from "lucide-react/icons/building-2";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { WriteButton } from "../../platform/forms/write-block.tsx";
import { lazyDialog, preloads } from "../../platform/loading/lazy-part.tsx";
import { Button } from "../../ui/button/button.tsx";
import { Card } from "../../ui/layout/card.tsx";

// Loaded on demand, because it is rarely used.
const ConfirmVatIdDialog = lazyDialog(
  async () => (await import("./confirm-vat-id-dialog.tsx")).ConfirmVatIdDialog,
  "invoice-changes",
);

interface BuyerCardProps {
  organization: { id: string; name: string };
  /** Opens the page for the organization's invoice data. */
  onOpen: () => void;
}

/** Links to the invoice data of an organization, and records that the operator confirmed its VAT ID. */
export function BuyerCard({ organization, onOpen }: BuyerCardProps) {
  const t = useTranslations("invoices");
  const [isOpen, setOpen] = useState(false);
  return (
    <Card title={t("buyer.title")}>
      <p className="text-dense text-text-2">{t("buyer.text")}</p>
      <p className="mt-1 text-dense text-text-2">{t("vatId.text")}</p>
      <div className="button-row mt-4 flex flex-wrap gap-2">
        <Button size="small" icon={Building2} onClick={onOpen}>
          {t("buyer.open")}
        </Button>
        <WriteButton size="small" {...preloads(ConfirmVatIdDialog)} onClick={() => setOpen(true)}>
          {t("vatId.confirm")}
        </WriteButton>
      </div>
      {isOpen && <ConfirmVatIdDialog organization={organization} onClose={() => setOpen(false)} />}
    </Card>
  );
}
