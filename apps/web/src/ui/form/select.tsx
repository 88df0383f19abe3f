import { Select as Base } from "@base-ui/react/select";
import type { LucideIcon } from "lucide-react";
import Check from "lucide-react/icons/check";
import ChevronDown from "lucide-react/icons/chevron-down";
import type { ReactNode } from "react";
import { cx } from "../cx.ts";
import { popupClass, popupGroundClass, popupItemClass } from "../overlay/popup-style.ts";
import type { FieldSize } from "./input-style.ts";

export interface SelectOption<Value extends string> {
  value: Value;
  label: string;
  /** Second line in the list. */
  hint?: ReactNode;
  disabled?: boolean;
}

export interface SelectProps<Value extends string> {
  options: readonly SelectOption<Value>[];
  value: Value | null;
  onChange: (value: Value) => void;
  /** Shown while no value is selected. */
  placeholder?: string;
  size?: FieldSize;
  icon?: LucideIcon | undefined;
  disabled?: boolean;
  name?: string;
  /** From `Field`, or `aria-label` if there is no visible label. */
  id?: string | undefined;
  "aria-label"?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  className?: string | undefined;
}

/** A single choice from a list whose options may have a second line. The login page must use `NativeSelect`. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const {
    options,
    value,
    onChange,
    placeholder,
    size = "medium",
    icon: Icon,
    disabled = false,
    className,
  } = props;
  return (
    <Base.Root
      items={options.map((option) => ({ value: option.value, label: option.label }))}
      value={value}
      onValueChange={(next) => next !== null && onChange(next)}
      disabled={disabled}
      {...(props.name === undefined ? {} : { name: props.name })}
    >
      <Base.Trigger
        id={props.id}
        aria-label={props["aria-label"]}
        aria-describedby={props["aria-describedby"]}
        aria-invalid={props["aria-invalid"]}
        className={cx(
          "field-box flex min-h-11 w-full min-w-0 items-center gap-2 px-3 py-1 text-left data-popup-open:border-focus",
          size === "toolbar" ? "text-dense md:min-h-9" : "text-body md:min-h-10",
          className,
        )}
      >
        {Icon && <Icon size={16} strokeWidth={2} className="shrink-0 text-text-2" aria-hidden />}
        <Base.Value placeholder={placeholder} className="min-w-0 flex-1 data-placeholder:text-text-3" />
        <ChevronDown size={16} strokeWidth={2} className="shrink-0 text-text-2" aria-hidden />
      </Base.Trigger>
      <Base.Portal>
        <Base.Backdrop className={popupGroundClass} />
        <Base.Positioner
          positionMethod="fixed"
          sideOffset={4}
          collisionPadding={8}
          alignItemWithTrigger={false}
          className="z-60 outline-none"
          role="region"
        >
          <Base.Popup
            className={cx(
              popupClass,
              "max-h-[min(var(--available-height),24rem)] min-w-(--anchor-width) overflow-y-auto p-1",
            )}
          >
            {options.map((option) => (
              <Base.Item
                key={option.value}
                value={option.value}
                label={option.label}
                disabled={option.disabled ?? false}
                className={cx(popupItemClass, "data-disabled:cursor-not-allowed data-disabled:text-text-3")}
              >
                <span className="min-w-0 flex-1">
                  <Base.ItemText>{option.label}</Base.ItemText>
                  {option.hint !== undefined && (
                    <span className="block text-small text-text-3">{option.hint}</span>
                  )}
                </span>
                <Base.ItemIndicator className="shrink-0 text-accent-text">
                  <Check size={16} strokeWidth={2} aria-hidden />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
