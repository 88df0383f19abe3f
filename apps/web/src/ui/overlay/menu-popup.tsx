import { Menu as Base } from "@base-ui/react/menu";
import Check from "lucide-react/icons/check";
import { Fragment } from "react";
import { cx } from "../cx.ts";
import type { MenuEntry, MenuProps } from "./menu-props.ts";
import { popupClass, popupGroundClass, popupItemClass } from "./popup-style.ts";
import type { TriggerRefProps } from "../button/lazy-trigger.tsx";
import { useCloseWithoutTrigger } from "./use-close-without-trigger.ts";

function EntryBody({ entry }: { entry: MenuEntry }) {
  const { icon: Icon, label, destructive = false, disabledReason, hint, checked } = entry;
  return (
    <>
      {Icon && (
        <Icon
          size={16}
          strokeWidth={2}
          className={cx(
            "shrink-0",
            destructive && disabledReason === undefined ? "text-danger" : "text-text-2",
          )}
          aria-hidden
        />
      )}
      <span className="min-w-0 flex-1">
        {label}
        {(disabledReason ?? hint) !== undefined && (
          <span className="block text-small text-text-3">{disabledReason ?? hint}</span>
        )}
      </span>
      {checked === true && (
        <Check size={16} strokeWidth={2} className="shrink-0 text-accent-text" aria-hidden />
      )}
    </>
  );
}

function Entry({ entry }: { entry: MenuEntry }) {
  const disabled = entry.disabledReason !== undefined;
  const className = cx(
    popupItemClass,
    disabled ? "cursor-not-allowed text-text-3" : entry.destructive === true ? "text-danger" : "text-text",
  );
  if (entry.link && !disabled) {
    return (
      <Base.LinkItem label={entry.label} closeOnClick render={entry.link} className={className}>
        <EntryBody entry={entry} />
      </Base.LinkItem>
    );
  }
  return (
    <Base.Item
      label={entry.label}
      disabled={disabled}
      onClick={() => entry.onSelect?.()}
      aria-current={entry.checked === true ? "true" : undefined}
      className={className}
    >
      <EntryBody entry={entry} />
    </Base.Item>
  );
}

/** The menu with its own trigger. Replaces the lazy trigger after the first activation. */
export function MenuPopup(props: MenuProps & Partial<TriggerRefProps>) {
  const { trigger, items, header, align = "end", side = "bottom", open, onOpenChange, triggerRef } = props;
  const control = open === undefined ? {} : { open };
  const { actionsRef, ref } = useCloseWithoutTrigger<Base.Root.Actions>(triggerRef);
  return (
    <Base.Root
      {...control}
      actionsRef={actionsRef}
      modal={false}
      onOpenChange={(next) => onOpenChange?.(next)}
    >
      <Base.Trigger ref={ref} render={trigger} />
      <Base.Portal>
        <Base.Backdrop className={popupGroundClass} />
        <Base.Positioner
          positionMethod="fixed"
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          className="z-60 outline-none"
          role="region"
        >
          <Base.Popup className={cx(popupClass, "max-h-(--available-height) min-w-56 overflow-y-auto p-1")}>
            {header !== undefined && (
              <div className="mb-1 border-b border-line px-2.5 pt-1.5 pb-2.5" role="presentation">
                {header}
              </div>
            )}
            {items.map((entry) => (
              <Fragment key={entry.key}>
                {entry.hasSeparator === true && <Base.Separator className="-mx-1 my-1 h-px bg-line" />}
                <Entry entry={entry} />
              </Fragment>
            ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
