import { useTranslations } from "use-intl";
import { useCents } from "../../../entities/invoice/use-cents.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import type { Submission } from "../../../platform/forms/use-app-mutation.ts";
import { assignEntry, type BankEntry } from "../payments.api.ts";

export interface EntryDialogProps {
  entry: BankEntry;
  onClose: () => void;
  onDone: (remaining: readonly BankEntry[], message: string) => void;
}

/** Confirms that an entry belongs to no invoice. */
export function SetAsideDialog({ entry, onClose, onDone }: EntryDialogProps) {
  const t = useTranslations("payments");
  const cents = useCents();
  return (
    <ConfirmDialog
      title={t("setAside.title", { amount: cents(entry.amountCents, entry.currency) })}
      effect={t("setAside.effect", { name: entry.name ?? t("entries.noName") })}
      confirmLabel={t("setAside.submit")}
      failureTitle={t("failed")}
      act={async ({ idempotencyKey }: Submission) =>
        onDone(
          await assignEntry({ reference: entry.reference, invoiceId: null }, idempotencyKey),
          t("setAside.done"),
        )
      }
      onClose={onClose}
    />
  );
}
