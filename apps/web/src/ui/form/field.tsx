// Without memoization, the start chunk is smaller.
"use no memo";

import CircleAlert from "lucide-react/icons/circle-alert";
import { useId, type ReactNode } from "react";
import { cx } from "../cx.ts";
import { wholeWords } from "../label/whole-words.tsx";

/**
 * Classes of a grid of fields side by side. The labels, controls, errors and hints of a row are aligned, even if a
 * label takes two lines. The caller adds the columns.
 */
export const fieldRowClass =
  "-mb-4 grid items-start gap-x-4 *:pb-4 [&>[data-field]]:row-span-4 [&>[data-field]]:grid [&>[data-field]]:grid-rows-subgrid [&>[data-field]>:first-child]:self-end";

/** Props of the control inside a `Field`, which associate the label, hint and error with it. */
export interface FieldControl {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
}

export interface FieldProps {
  label: ReactNode;
  /** Explanation below the control. It stays visible below an error. */
  hint?: ReactNode;
  error?: string | null | undefined;
  /** Text that marks an optional field, for example "(freiwillig)". */
  optionalMark?: string | undefined;
  /** Directly after the label: a short note that is not part of the name. */
  mark?: ReactNode;
  /** At the right of the label: a link or a count. */
  aside?: ReactNode;
  id?: string | undefined;
  className?: string | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** The error of a control, which refers to it by `id`. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1 flex gap-1 text-small text-danger">
      <CircleAlert size={14} strokeWidth={2} className="mt-px shrink-0" aria-hidden />
      <span>{children}</span>
    </p>
  );
}

/** A label above a control, followed by its error and hint. */
export function Field({
  label,
  hint,
  error,
  optionalMark,
  mark,
  aside,
  id,
  className,
  children,
}: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const isInvalid = error !== undefined && error !== null && error !== "";
  const errorId = `${controlId}-error`;
  const hintId = `${controlId}-hint`;
  const describedBy = cx(isInvalid && errorId, hint !== undefined && hintId) || undefined;

  return (
    <div data-field="" className={cx("min-w-0", className)}>
      <div className="mb-1 flex flex-wrap items-baseline gap-x-2">
        <label htmlFor={controlId} className="text-dense font-label text-text">
          {wholeWords(label)}
          {optionalMark !== undefined && (
            <>
              {" "}
              <span className="font-normal text-text-3">{optionalMark}</span>
            </>
          )}
        </label>
        {mark}
        {aside !== undefined && <span className="ml-auto text-small text-text-3">{aside}</span>}
      </div>
      {children({ id: controlId, "aria-describedby": describedBy, "aria-invalid": isInvalid || undefined })}
      {isInvalid && <FieldError id={errorId}>{error}</FieldError>}
      {hint !== undefined && (
        <p id={hintId} className="mt-1 text-small text-text-3">
          {hint}
        </p>
      )}
    </div>
  );
}
