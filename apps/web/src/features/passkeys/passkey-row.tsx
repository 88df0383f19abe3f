import KeyRound from "lucide-react/icons/key-round";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { Button } from "../../ui/button/button.tsx";
import type { Passkey } from "./passkeys.api.ts";
import { Dotted } from "../../ui/label/dotted.tsx";

interface PasskeyRowProps {
  passkey: Passkey;
  /** True while the passkey is being removed. */
  busy: boolean;
  onRename: () => void;
  onRemove: () => void;
}

/** Shows a passkey with its name, its sync state, and the times at which it was added and last used. */
export function PasskeyRow({ passkey, busy, onRename, onRemove }: PasskeyRowProps) {
  const t = useTranslations("passkeys");
  const format = useFormat();
  const { name, lastUsedAt } = passkey;
  const details = [
    t(passkey.synced ? "synced" : "bound"),
    t("created", { date: format.date(passkey.createdAt) }),
    lastUsedAt === null ? t("unused") : t("used", { time: format.momentInText(lastUsedAt) }),
  ];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <KeyRound size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-text-3" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-body font-label wrap-anywhere text-text">{name}</p>
        <p className="text-dense text-text-2">
          <Dotted details={details} />
        </p>
      </div>
      <div className="button-row flex flex-wrap gap-2">
        <Button size="small" aria-label={t("renameOf", { name })} onClick={onRename}>
          {t("rename")}
        </Button>
        <Button size="small" busy={busy} aria-label={t("removeOf", { name })} onClick={onRemove}>
          {t("remove")}
        </Button>
      </div>
    </li>
  );
}
