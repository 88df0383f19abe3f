import CircleCheck from "lucide-react/icons/circle-check";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Meter } from "../../../ui/chart/meter.tsx";
import { cx } from "../../../ui/cx.ts";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import type { BillingSummary, InvoiceRun } from "../invoices.api.ts";
import { BillingStats } from "./billing-stats.tsx";
import { Dotted } from "../../../ui/label/dotted.tsx";

const steps = ["create", "check", "finalise", "send"] as const;

/** Shows a number, a spinner while the step is running, or a tick. */
function StepMark({ number, state }: { number: number; state: "running" | "done" | "next" }) {
  if (state === "done")
    return <CircleCheck size={24} strokeWidth={1.75} className="shrink-0 text-success" aria-hidden />;
  return (
    <span
      aria-hidden="true"
      className={cx(
        "grid size-6 shrink-0 place-items-center rounded-full border-2 text-small font-strong",
        state === "running" ? "border-accent text-accent-text" : "border-line-strong text-text-2",
      )}
    >
      {state === "running" ? <Spinner size="small" /> : number}
    </span>
  );
}

function RunSteps({ summary, run }: { summary: BillingSummary; run: InvoiceRun }) {
  const t = useTranslations("invoices");
  const isRunning = run.state === "running";
  const facts: Readonly<Record<(typeof steps)[number], ReactNode>> = {
    create: isRunning
      ? t("run.progress", { done: run.done, total: run.total })
      : t("run.created", { count: run.created }),
    check: t("run.toCheck", { held: summary.held.count, drafts: summary.drafts.count - summary.held.count }),
    finalise: t("run.byItself"),
    send: t("run.mailed"),
  };
  const stateOf = (step: (typeof steps)[number]) => {
    if (step !== "create") return "next";
    return isRunning ? "running" : "done";
  };
  return (
    <ol aria-label={t("run.steps")} className="mt-4 grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      {steps.map((step, index) => (
        <li key={step} className="flex min-w-0 items-start gap-3">
          <StepMark number={index + 1} state={stateOf(step)} />
          <span className="min-w-0">
            <span
              className={cx(
                "block text-dense font-strong",
                stateOf(step) === "next" ? "text-text-2" : "text-text",
              )}
            >
              {t(`run.step.${step}`)}
            </span>
            <span className="block text-small text-text-3 tabular-nums">{facts[step]}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function RunState({ run }: { run: InvoiceRun }) {
  const t = useTranslations("invoices");
  const format = useFormat();
  const isRunning = run.state === "running";
  const ratio = run.total === 0 ? 1 : run.done / run.total;
  return (
    <div className="mt-4" aria-live="polite">
      {isRunning && (
        <Meter
          plain
          label={t("run.meter")}
          valueText={t("run.progress", { done: run.done, total: run.total })}
          ratio={ratio}
        />
      )}
      <p className="mt-2 text-small text-text-3">
        <Dotted
          details={
            isRunning
              ? [t("run.continues")]
              : [
                  t("run.finished", { time: format.moment(run.finishedAt ?? run.startedAt) }),
                  t("run.practices", { total: run.total }),
                ]
          }
        />
      </p>
    </div>
  );
}

/** Shows the current or last run, above the figures of the month. */
export function RunCard({ summary }: { summary: BillingSummary }) {
  const t = useTranslations("invoices");
  const format = useFormat();
  const { run } = summary;
  return (
    <section
      aria-labelledby="billing-run"
      className="min-w-0 overflow-hidden rounded-r-3 border border-line bg-surface"
    >
      <div className="p-5">
        <h2 id="billing-run" className="text-section text-text">
          {run === null ? t("run.none") : t("run.title", { month: format.calendar.month(`${run.month}-01`) })}
        </h2>
        {run === null ? (
          <p className="mt-1 text-dense text-text-2">{t("run.noneText")}</p>
        ) : (
          <>
            <RunSteps summary={summary} run={run} />
            <RunState run={run} />
          </>
        )}
      </div>
      <BillingStats summary={summary} />
    </section>
  );
}
