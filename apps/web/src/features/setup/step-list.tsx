import CircleCheck from "lucide-react/icons/circle-check";
import { useTranslations } from "use-intl";
import { cx } from "../../ui/cx.ts";
import { setupSteps, type SetupStep } from "./setup-draft.ts";

/** Where one is in the wizard: done, here, still to come. */
export function StepList({ current }: { current: SetupStep }) {
  const t = useTranslations("setup");
  const here = setupSteps.indexOf(current);
  return (
    <ol aria-label={t("steps")} className="grid gap-2 sm:grid-cols-3">
      {setupSteps.map((step, index) => (
        <li
          key={step}
          aria-current={index === here ? "step" : undefined}
          className={cx(
            "flex items-start gap-2 border-t-2 pt-2 text-dense",
            index <= here ? "border-accent" : "border-line-strong",
            index === here ? "font-strong text-text" : "text-text-2",
          )}
        >
          {index < here ? (
            <CircleCheck size={16} strokeWidth={2} className="mt-0.5 shrink-0 text-success" aria-hidden />
          ) : (
            <span className="tabular-nums" aria-hidden="true">
              {index + 1}
            </span>
          )}
          <span className="min-w-0">
            {t(`${step}.step`)}
            {index < here && <span className="sr-only">: {t("done")}</span>}
          </span>
        </li>
      ))}
    </ol>
  );
}
