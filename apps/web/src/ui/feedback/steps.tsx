import CircleCheck from "lucide-react/icons/circle-check";
import { cx } from "../cx.ts";

export interface StepsProps {
  /** Accessible name of the list. */
  label: string;
  /** Names of the steps, in order. */
  steps: readonly string[];
  /** Index of the current step. */
  current: number;
  /** Announced for completed steps. */
  doneLabel: string;
}

/** The progress of a wizard: completed, current and remaining steps. */
export function Steps({ label, steps, current, doneLabel }: StepsProps) {
  return (
    <ol
      aria-label={label}
      className={cx("flex gap-2 sm:grid", steps.length === 4 ? "sm:grid-cols-4" : "sm:grid-cols-3")}
    >
      {steps.map((step, index) => (
        <li
          key={step}
          aria-current={index === current ? "step" : undefined}
          className={cx(
            "flex items-start gap-2 border-t-2 pt-2 text-dense",
            // On a phone only the current step shows its name, the others their number.
            index === current ? "max-sm:flex-[6]" : "max-sm:flex-1",
            index <= current ? "border-accent" : "border-line-strong",
            index === current ? "font-strong text-text" : "text-text-2",
          )}
        >
          {index < current ? (
            <CircleCheck size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-success" aria-hidden />
          ) : (
            <span className="tabular-nums" aria-hidden="true">
              {index + 1}
            </span>
          )}
          <span className={cx("min-w-0", index !== current && "max-sm:sr-only")}>
            {step}
            {index < current && <span className="sr-only">: {doneLabel}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
