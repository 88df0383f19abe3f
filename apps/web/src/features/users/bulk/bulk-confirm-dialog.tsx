import { useTranslations } from "use-intl";
import { useSession } from "../../../platform/session/session.store.ts";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import type { BulkKind } from "./bulk.api.ts";

/** Number of people who are listed by name. The others are counted. */
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
  const organization = useSession((session) => session.organization?.name ?? "");
  const others = people.size - maxListedNames;
  return (
    <ConfirmDialog
      title={t(`ask.${kind}.title`, { count: people.size })}
      effect={t(`ask.${kind}.text`, { organization })}
      confirmLabel={t(`confirm.${kind}`, { count: people.size })}
      variant={kind === "activate" ? "primary" : "danger"}
      act={onConfirm}
      onClose={onClose}
    >
      <ul className="grid gap-1 text-dense text-text" aria-label={t("names")}>
        {[...people].slice(0, maxListedNames).map(([id, name]) => (
          <li key={id} className="font-strong">
            {name}
          </li>
        ))}
        {others > 0 && <li className="text-text-2">{t("others", { count: others })}</li>}
      </ul>
    </ConfirmDialog>
  );
}
