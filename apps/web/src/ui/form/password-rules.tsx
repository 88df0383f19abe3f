import CircleCheck from "lucide-react/icons/circle-check";
import Circle from "lucide-react/icons/circle";
import { cx } from "../cx.ts";

export interface PasswordRule {
  key: string;
  label: string;
  isMet: boolean;
}

export interface PasswordRulesProps {
  /** Accessible name of the list, for example "Das Passwort braucht". */
  label: string;
  rules: readonly PasswordRule[];
  /** Text added for assistive technology, for example "erfüllt" and "noch offen". */
  metLabel: string;
  openLabel: string;
  id?: string | undefined;
}

/** The password rules as a checklist that updates while the user types. */
export function PasswordRules({ label, rules, metLabel, openLabel, id }: PasswordRulesProps) {
  return (
    <ul id={id} aria-label={label} className="mt-2 grid gap-1">
      {rules.map((rule) => {
        const Icon = rule.isMet ? CircleCheck : Circle;
        return (
          <li
            key={rule.key}
            data-met={rule.isMet}
            className={cx("flex items-start gap-1 text-small", rule.isMet ? "text-success" : "text-text-3")}
          >
            <Icon size={14} strokeWidth={2} className="mt-px shrink-0" aria-hidden />
            <span>
              {rule.label}
              <span className="sr-only">: {rule.isMet ? metLabel : openLabel}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
