import { useTranslations } from "use-intl";
import { cx } from "../../ui/cx.ts";
import { passwordStrength, type PasswordStrength } from "./password-strength.ts";

const fills: Record<PasswordStrength, string> = {
  0: "bg-surface-3",
  1: "bg-danger",
  2: "bg-warning",
  3: "bg-success",
  4: "bg-success",
};

/**
 * Shows the password strength as four segments and a word. It is advisory only, and no password is rejected because of
 * it.
 */
export function PasswordStrengthMeter({ password }: { password: string }) {
  const t = useTranslations("passwords");
  const strength = passwordStrength(password);
  return (
    <div className="mt-2 flex items-center gap-3" data-strength={strength}>
      <span aria-hidden="true" className="grid flex-1 grid-cols-4 gap-1">
        {([1, 2, 3, 4] as const).map((field) => (
          <span
            key={field}
            className={cx(
              "h-1.5 rounded-r-1 forced-colors:border",
              field <= strength ? fills[strength] : "bg-surface-3",
            )}
          />
        ))}
      </span>
      {/* Reserves the height of the word, so that nothing shifts when typing starts. */}
      <span className="min-h-4 text-small text-text-2">
        {strength === 0 ? t("strength.none") : t(`strength.${strength}`)}
      </span>
    </div>
  );
}
