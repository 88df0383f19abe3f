import { type ReactNode, type RefObject, useId, useRef } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { Dialog } from "../../ui/overlay/dialog.tsx";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { AppForm, type SubmittableForm } from "./app-form.tsx";
import { type FailureOptions, type Submission, useAppMutation } from "./use-app-mutation.ts";
import { WriteButton } from "./write-block.tsx";

interface ConfirmDialogBaseProps {
  /** The question, which names the affected person or item. */
  title: string;
  /** The effect of confirming. */
  effect: ReactNode;
  size?: "question" | "form";
  /** Shown on the button while the change runs. */
  busyLabel?: string | undefined;
  /** Name of the safe button. */
  cancelLabel?: string | undefined;
  /** Heading above an error. */
  failureTitle?: string | undefined;
  onClose: () => void;
  /** Receives the focus on opening. The default is the first focusable element. */
  initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** Details of the effect, or the fields of `form`. */
  children?: ReactNode;
}

interface ConfirmButtonProps {
  /** Name of the confirming button. */
  confirmLabel: string;
  /** `danger` for destructive actions. */
  variant?: "primary" | "danger" | undefined;
}

interface ActionProps extends ConfirmButtonProps, FailureOptions {
  /** The confirmed change. */
  act: (submission: Submission) => Promise<unknown> | void;
  onDone?: (() => void) | undefined;
}

interface ChoiceProps<Choice extends string> extends FailureOptions {
  /**
   * Buttons that replace the confirm button, the most common one first. Each of them confirms. None is preselected, so
   * the safe button has the initial focus.
   */
  choices: readonly { readonly value: Choice; readonly label: string }[];
  act: (choice: Choice) => Promise<unknown>;
  onDone?: (() => void) | undefined;
}

interface FormProps extends ConfirmButtonProps {
  /** Form that asks for further input, for example the reason, and sends it. */
  form: SubmittableForm;
}

interface FrameProps extends Omit<ConfirmDialogBaseProps, "failureTitle"> {
  confirm?: ReactNode;
  /** Receives the safe button. */
  cancel?: RefObject<HTMLButtonElement | null>;
}

function Frame(props: FrameProps) {
  const {
    title,
    effect,
    size = "question",
    cancelLabel,
    onClose,
    initialFocus,
    confirm,
    cancel,
    children,
  } = props;
  const common = useTranslations("common");
  return (
    <Dialog
      open
      role="alertdialog"
      size={size}
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={effect}
      {...(initialFocus && { initialFocus })}
      actions={
        <>
          <Button ref={cancel} onClick={onClose}>
            {cancelLabel ?? common("cancel")}
          </Button>
          {confirm}
        </>
      }
    >
      {children}
    </Dialog>
  );
}

function Failed({ title, failure }: { title: string | undefined; failure: string | null }) {
  const common = useTranslations("common");
  if (failure === null) return null;
  return (
    <ErrorBox persistent title={title ?? common("error.title")}>
      {failure}
    </ErrorBox>
  );
}

function ConfirmAction(props: ConfirmDialogBaseProps & ActionProps) {
  const { confirmLabel, variant = "primary", busyLabel, failureTitle, children } = props;
  const common = useTranslations("common");
  const { run, busy, failure } = useAppMutation({
    ...props,
    mutate: async (_input: void, submission) => props.act(submission),
    onSuccess: () => props.onDone?.(),
  });
  return (
    <Frame
      {...props}
      confirm={
        <WriteButton
          variant={variant}
          busy={busy}
          busyLabel={busyLabel ?? common("saving")}
          onClick={() => void run()}
        >
          {confirmLabel}
        </WriteButton>
      }
    >
      <Failed title={failureTitle} failure={failure} />
      {children}
    </Frame>
  );
}

function ConfirmChoice<Choice extends string>(props: ConfirmDialogBaseProps & ChoiceProps<Choice>) {
  const { choices, busyLabel, failureTitle, children } = props;
  const common = useTranslations("common");
  const { run, pending, failure } = useAppMutation({
    ...props,
    mutate: (choice: Choice) => props.act(choice),
    onSuccess: () => props.onDone?.(),
  });
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Frame {...props} cancel={cancel} initialFocus={cancel}>
      <div className="grid gap-2 pt-1">
        <Failed title={failureTitle} failure={failure} />
        {children}
        {choices.map(({ value, label }) => (
          <WriteButton
            key={value}
            block
            busy={pending === value}
            busyLabel={busyLabel ?? common("saving")}
            onClick={() => void run(value)}
          >
            {label}
          </WriteButton>
        ))}
      </div>
    </Frame>
  );
}

function ConfirmForm(props: ConfirmDialogBaseProps & FormProps) {
  const { form, confirmLabel, variant = "primary", busyLabel, failureTitle, children } = props;
  const common = useTranslations("common");
  const id = useId();
  return (
    <Frame
      {...props}
      confirm={
        <WriteButton
          variant={variant}
          busy={form.busy}
          busyLabel={busyLabel ?? common("saving")}
          type="submit"
          form={id}
        >
          {confirmLabel}
        </WriteButton>
      }
    >
      <AppForm id={id} form={form} failureTitle={failureTitle}>
        {children}
      </AppForm>
    </Frame>
  );
}

export type ConfirmDialogProps<Choice extends string> = ConfirmDialogBaseProps &
  (ActionProps | ChoiceProps<Choice> | FormProps);

/**
 * The confirmation dialog of all pages. It names the affected item and the effect, and stays open if the change fails.
 */
export function ConfirmDialog<Choice extends string = string>(props: ConfirmDialogProps<Choice>) {
  if ("form" in props) return <ConfirmForm {...props} />;
  return "choices" in props ? <ConfirmChoice {...props} /> : <ConfirmAction {...props} />;
}
