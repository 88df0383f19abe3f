import { useQuery } from "@tanstack/react-query";
import Check from "lucide-react/icons/check";
import X from "lucide-react/icons/x";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Progress } from "../../../ui/chart/meter.tsx";
import { cx } from "../../../ui/cx.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { Spinner } from "../../../ui/feedback/spinner.tsx";
import { type ProvisioningStatus, provisioningQuery } from "./tenants.api.ts";

type Step = ProvisioningStatus["steps"][number];

const fullPercent = 100;

function StepMark({ state }: Pick<Step, "state">) {
  return (
    <span
      aria-hidden
      className={cx(
        "grid size-5 shrink-0 place-items-center rounded-full border",
        state === "done" && "border-accent bg-accent text-accent-ink",
        state === "running" && "border-accent text-accent-text",
        state === "failed" && "border-danger text-danger",
        state === "pending" && "border-line-strong",
      )}
    >
      {state === "done" && <Check size={14} strokeWidth={2.5} />}
      {state === "running" && <Spinner size="small" />}
      {state === "failed" && <X size={14} strokeWidth={2.5} />}
    </span>
  );
}

function StepRow({ step }: { step: Step }) {
  const t = useTranslations("tenants");
  const format = useFormat();
  return (
    <li className="flex items-center gap-3 text-dense" data-state={step.state}>
      <StepMark state={step.state} />
      <span className={cx("min-w-0 flex-1", step.state === "pending" ? "text-text-3" : "text-text")}>
        {t(`provisioning.step.${step.name}`)}
      </span>
      <span className="text-small text-text-3 tabular-nums">
        {step.state === "done" && step.at !== null
          ? format.timeExact(step.at)
          : t(`provisioning.stepState.${step.state}`)}
      </span>
    </li>
  );
}

/** Shows the progress of the steps that create a tenant. They continue if the user leaves the page. */
export function ProvisioningSteps({ id }: { id: string }) {
  const t = useTranslations("tenants");
  const format = useFormat();
  const query = useQuery(provisioningQuery(id));
  const { data } = query;
  if (data === undefined)
    return (
      <QueryFallback query={query} failedTitle={t("provisioning.loadFailed")}>
        <SkeletonGroup label={t("provisioning.loading")} className="grid gap-3">
          <Skeleton className="h-4 w-52" />
          <Skeleton className="h-4 w-44" />
        </SkeletonGroup>
      </QueryFallback>
    );
  const doneCount = data.steps.filter(({ state }) => state === "done").length;
  return (
    <div className="grid gap-4">
      <div role="status">
        <Progress
          label={t(`provisioning.state.${data.state}`, { done: doneCount, steps: data.steps.length })}
          valueText={format.percent(data.percent / fullPercent)}
          ratio={data.percent / fullPercent}
        />
      </div>
      {data.state === "failed" && (
        <ErrorBox persistent title={t("provisioning.failedTitle")}>
          {t("provisioning.failedText", { code: data.error ?? "–" })}
        </ErrorBox>
      )}
      <ol aria-label={t("provisioning.title")} className="grid gap-2.5">
        {data.steps.map((step) => (
          <StepRow key={step.name} step={step} />
        ))}
      </ol>
    </div>
  );
}
