import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useState, type ComponentProps } from "react";
import { cx } from "../cx.ts";
import { inputClass } from "./input-style.ts";

export interface PasswordInputProps extends Omit<ComponentProps<"input">, "size" | "type"> {
  /** Names of the reveal button while the password is hidden and while it is shown. */
  showLabel: string;
  hideLabel: string;
}

/** A password field with a reveal button. Pasting is allowed, and the browser's own reveal button is hidden. */
export function PasswordInput({ showLabel, hideLabel, className, ...rest }: PasswordInputProps) {
  const [isVisible, setVisible] = useState(false);
  const label = isVisible ? hideLabel : showLabel;
  const Icon = isVisible ? EyeOff : Eye;
  return (
    <span className={cx("relative block min-w-0", className)}>
      <input
        autoComplete="current-password"
        spellCheck={false}
        autoCapitalize="none"
        {...rest}
        type={isVisible ? "text" : "password"}
        className={cx(inputClass({ iconRight: true }), "[&::-ms-reveal]:hidden")}
      />
      <button
        type="button"
        aria-label={label}
        aria-pressed={isVisible}
        title={label}
        onClick={() => setVisible(!isVisible)}
        className="focus-inset absolute inset-y-0 right-0 grid w-11 place-items-center rounded-r-3 text-text-2 hover:text-text md:w-10"
      >
        <Icon size={16} strokeWidth={2} aria-hidden />
      </button>
    </span>
  );
}
