import { useTranslations } from "use-intl";
import { useSession } from "../../platform/session/session.store.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import type { BulkKind } from "./bulk.api.ts";

/** Number of names listed; the rest are counted. */
const maxListedNames = 5;

export interface BulkConfirmDialogProps {
  kind: BulkKind;
  /** Names by id. */
  people: ReadonlyMap<string, string>;
  onClose: () => void;
  onConfirm: () => void;
}

/** Confirms a bulk action. */
export function BulkConfirmDialog({ kind, people, onClose, onConfirm }: BulkConfirmDialogProps) {
  const t = useTranslations("users-bulk");
  const common = useTranslations("common");
  const practice = useSession((session) => session.organization?.name ?? "");
  const others = people.size - maxListedNames;
  return (
    <Dialog
      open
      role="alertdialog"
      size="question"
      onOpenChange={(next) => !next && onClose()}
      title={t(`ask.${kind}.title`, { count: people.size })}
      description={t(`ask.${kind}.text`, { practice })}
      actions={
        <>
          <Button onClick={onClose}>{common("cancel")}</Button>
          <Button variant={kind === "activate" ? "primary" : "danger"} onClick={onConfirm}>
            {t(`confirm.${kind}`, { count: people.size })}
          </Button>
        </>
      }
    >
      <ul className="grid gap-1 text-dense text-text" aria-label={t("names")}>
        {[...people].slice(0, maxListedNames).map(([id, name]) => (
          <li key={id} className="font-strong">
            {name}
          </li>
        ))}
        {others > 0 && <li className="text-text-2">{t("others", { count: others })}</li>}
      </ul>
    </Dialog>
  );
}
