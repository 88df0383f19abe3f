import { type ReactNode, type RefObject, useContext, useEffect } from "react";
import { useTranslations } from "use-intl";
import { cx } from "../../ui/cx.ts";
import { ErrorBox } from "../../ui/feedback/message-box.tsx";
import { FormHostContext, useUnsavedInput } from "./unsaved-input.ts";

/** State and actions of a form that can be rendered and sent. */
export interface SubmittableForm {
  readonly element: RefObject<HTMLFormElement | null>;
  readonly busy: boolean;
  /** An error that belongs to no field. */
  readonly failure: string | null;
  /** True if the user would lose input by leaving. */
  readonly isUnsaved: boolean;
  readonly submit: () => void;
}

export interface AppFormProps {
  form: SubmittableForm;
  /** Id for a submit button outside the form. A `FormDialog` sets it for its own button. */
  id?: string;
  /** Accessible name, if there is no heading that provides it. */
  label?: string;
  /** Heading above an error that belongs to no field. */
  failureTitle?: string | undefined;
  className?: string | undefined;
  children?: ReactNode;
}

/** Renders a form of `useAppForm`. An error that belongs to no field is shown above the fields. */
export function AppForm({ form, id, label, failureTitle, className, children }: AppFormProps) {
  const common = useTranslations("common");
  const host = useContext(FormHostContext);
  const { element, busy, failure, submit } = form;
  const onBusy = host?.onBusy;
  useUnsavedInput(form.isUnsaved);
  useEffect(() => {
    onBusy?.(busy);
    return () => onBusy?.(false);
  }, [onBusy, busy]);
  return (
    <form
      id={id ?? host?.id}
      ref={element}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        // React events bubble through the portal of a dialog to the form that opened it.
        event.stopPropagation();
        submit();
      }}
      className={cx("grid gap-4", className)}
    >
      {failure !== null && (
        <ErrorBox persistent title={failureTitle ?? common("error.title")}>
          {failure}
        </ErrorBox>
      )}
      {children}
    </form>
  );
}
