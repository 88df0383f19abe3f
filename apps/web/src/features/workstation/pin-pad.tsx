import Delete from "lucide-react/icons/delete";
import { useTranslations } from "use-intl";
import { cx } from "../../ui/cx.ts";

const digits = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;
const keyClass =
  "grid min-h-14 place-items-center rounded-r-3 text-title tabular-nums active:bg-accent-soft motion-reduce:transition-none";

interface PinPadProps {
  onDigit: (digit: string) => void;
  onBack: () => void;
  onClear: () => void;
}

/** The keys of a PIN for touch and mouse. A keyboard types into the field itself, so Tab skips the keys. */
export function PinPad({ onDigit, onBack, onClear }: PinPadProps) {
  const t = useTranslations("workstation");
  const digitKey = (digit: string) => (
    <button
      key={digit}
      type="button"
      tabIndex={-1}
      className={cx(keyClass, "border border-line-strong bg-surface text-text hover:bg-surface-2")}
      onClick={() => onDigit(digit)}
    >
      {digit}
    </button>
  );
  return (
    <div role="group" aria-label={t("pin.pad")} className="grid grid-cols-3 gap-2">
      {digits.map(digitKey)}
      <button
        type="button"
        tabIndex={-1}
        className={cx(keyClass, "bg-surface-3 text-dense font-strong text-text-2 hover:text-text")}
        onClick={onClear}
      >
        {t("pin.clear")}
      </button>
      {digitKey("0")}
      <button
        type="button"
        tabIndex={-1}
        aria-label={t("pin.back")}
        className={cx(keyClass, "bg-surface-3 text-text-2 hover:text-text")}
        onClick={onBack}
      >
        <Delete size={22} strokeWidth={1.75} aria-hidden />
      </button>
    </div>
  );
}
