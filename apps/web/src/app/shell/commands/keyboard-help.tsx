import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { Kbd } from "../../../ui/label/kbd.tsx";
import { shortcutNames, shortcuts } from "./shortcuts.ts";

export interface KeyboardHelpProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Lists the keyboard shortcuts of the application. */
export function KeyboardHelp({ open, onOpenChange }: KeyboardHelpProps) {
  const t = useTranslations("shell");
  const common = useTranslations("common");
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t("keys.title")}
      closeLabel={common("close")}
      actions={<Button onClick={() => onOpenChange(false)}>{common("close")}</Button>}
    >
      <dl className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-3">
        {shortcutNames.map((name) => (
          <div key={name} className="contents">
            <dt>{t(`keys.${name}`)}</dt>
            <dd className="flex gap-1">
              {shortcuts[name].keys.map((key) => (
                <Kbd key={key}>{key === "control" ? t("keys.control") : key}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
