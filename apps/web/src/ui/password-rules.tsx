import CircleCheck from "lucide-react/icons/circle-check";
import Circle from "lucide-react/icons/circle";
import { cx } from "./cx.ts";

export interface PasswordRule {
  key: string;
  label: string;
  met: boolean;
}

export interface PasswordRulesProps {
  /** Name of the list, for example "Anforderungen an das Passwort". */
  label: string;
  rules: readonly PasswordRule[];
  /** Words added for assistive technology, for example "erfüllt" and "noch offen". */
  metLabel: string;
  openLabel: string;
  id?: string | undefined;
}

/** The rule of a password as a list that ticks itself off while one types. */
export function PasswordRules({ label, rules, metLabel, openLabel, id }: PasswordRulesProps) {
  return (
    <ul id={id} aria-label={label} className="mt-2 grid gap-1">
      {rules.map((rule) => {
        const Icon = rule.met ? CircleCheck : Circle;
        return (
          <li
            key={rule.key}
            data-met={rule.met}
            className={cx("flex items-start gap-1 text-small", rule.met ? "text-success" : "text-text-3")}
          >
            <Icon size={14} strokeWidth={2} className="mt-px shrink-0" aria-hidden />
            <span>
              {rule.label}
              <span className="sr-only">: {rule.met ? metLabel : openLabel}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
