import { Dialog as Base } from "@base-ui/react/dialog";
import X from "lucide-react/icons/x";
import { type ComponentProps, type ReactNode, useRef } from "react";
import { cx } from "../cx.ts";
import { bottomBar } from "./bottom-bars.ts";
import { type Dismissible, shouldPreventClose } from "./overlay-events.ts";
import { actionBarClass } from "./popup-style.ts";
import { useKeepFocus } from "./use-keep-focus.ts";
import { wholeWords } from "../label/whole-words.tsx";

/**
 * The maximum width: `question` 424 px, `form` 560 px, `wide` 880 px (two columns). Below 768 px, a question is a sheet
 * at the bottom edge, as high as its content, and the others fill the screen.
 */
export type DialogSize = "question" | "form" | "wide";

const widths: Record<DialogSize, string> = {
  question: "md:max-w-[424px]",
  form: "md:max-w-[560px]",
  wide: "md:max-w-[880px]",
};

export interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  /** Text below the title, announced as the description. */
  description?: ReactNode;
  size?: DialogSize;
  /**
   * Buttons at the right, the safe button first. Below 768 px, they are stacked at the bottom, the safe button last.
   */
  actions: ReactNode;
  /** Status text at the left of the actions. */
  status?: ReactNode;
  /** Name of the close button in the header. If absent, there is no such button (questions). */
  closeLabel?: string | undefined;
  /** The ways to close it besides its own buttons. */
  dismissible?: Dismissible;
  /** Receives the focus on opening. The default is the first focusable element. */
  initialFocus?: ComponentProps<typeof Base.Popup>["initialFocus"];
  /** The content reaches the edges and has its own padding (two columns). */
  flush?: boolean;
  /** `alertdialog` for questions that interrupt. */
  role?: "dialog" | "alertdialog";
  children?: ReactNode;
}

function DialogHeader({
  title,
  description,
  closeLabel,
  ruled,
}: Pick<DialogProps, "title" | "description" | "closeLabel"> & { ruled: boolean }) {
  return (
    <div
      className={cx("flex items-start gap-4 px-5 pt-5 md:px-6", ruled ? "border-b border-line pb-4" : "pb-1")}
    >
      <div className="min-w-0 flex-1">
        <Base.Title className="text-dialog text-text">{wholeWords(title)}</Base.Title>
        {description !== undefined && (
          <Base.Description
            className={cx("text-dense text-text-2", ruled ? "mt-0.5" : "mt-1.5")}
            render={<div />}
          >
            {description}
          </Base.Description>
        )}
      </div>
      {closeLabel !== undefined && (
        <Base.Close
          aria-label={closeLabel}
          title={closeLabel}
          className="-my-2 -mr-2 grid size-11 shrink-0 place-items-center rounded-r-3 text-text-2 hover:bg-surface-3 hover:text-text md:-my-1 md:size-9"
        >
          <X size={18} strokeWidth={1.75} aria-hidden />
        </Base.Close>
      )}
    </div>
  );
}

/** A modal dialog. Only one may be open at a time. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, size = "question", actions, status, closeLabel } = props;
  const { dismissible = true, initialFocus, flush = false, role = "dialog", children } = props;
  const ruled = flush || closeLabel !== undefined;
  const isQuestion = size === "question" || role === "alertdialog";
  const popup = useRef<HTMLDivElement>(null);
  const keepFocus = useKeepFocus(popup);
  return (
    <Base.Root
      open={open}
      disablePointerDismissal={dismissible !== true}
      onOpenChange={(next, details) => {
        if (!shouldPreventClose(next, details, dismissible)) onOpenChange(next);
      }}
    >
      <Base.Portal>
        <Base.Backdrop className="motion-fade fixed inset-0 z-50 bg-scrim" />
        <Base.Viewport className="fixed inset-0 z-50 grid overflow-hidden md:place-items-center md:p-6">
          <Base.Popup
            ref={popup}
            data-dialog=""
            role={role}
            {...keepFocus}
            {...(initialFocus === undefined ? {} : { initialFocus })}
            className={cx(
              "motion-dialog flex w-full flex-col overflow-hidden border-dialog-edge bg-overlay text-text outline-none md:max-h-[calc(100dvh-3rem)] md:rounded-r-4 md:border md:shadow-sh-3",
              isQuestion ? "max-h-[calc(100dvh-2rem)] rounded-t-r-4 border-t max-md:self-end" : "max-h-dvh",
              widths[size],
            )}
          >
            <DialogHeader title={title} description={description} closeLabel={closeLabel} ruled={ruled} />
            <div
              className={cx("min-h-0 flex-1 overflow-y-auto text-body", !flush && "px-5 pt-3 pb-5 md:px-6")}
            >
              {children}
            </div>
            <div
              ref={bottomBar}
              data-bottom-bar=""
              className={cx(actionBarClass, actions === null && "max-md:hidden")}
            >
              {status !== undefined && (
                <div className="mr-auto min-w-0 text-dense text-text-2 max-md:order-last">{status}</div>
              )}
              {actions}
            </div>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
