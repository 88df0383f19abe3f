import { useQuery } from "@tanstack/react-query";
import ArrowRight from "lucide-react/icons/arrow-right";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { ConfirmDialog } from "../../../platform/forms/confirm-dialog.tsx";
import { WriteBlock } from "../../../platform/forms/write-block.tsx";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { limitsBelow, type OwnLimits, type PlanUse } from "./plan-use.ts";
import { changePlan, type ChosenPlan, previewQuery, type Term } from "./subscription.api.ts";
import { PlanCosts } from "./plan-costs.tsx";
import { limitNames } from "../tenants/limits.ts";
import type { Plan, Tenant } from "../tenants/tenants.api.ts";
import { useLimitFormat } from "../tenants/use-limit-format.ts";
import { usePlanFacts } from "./use-plan-facts.ts";
import { useTenantRefresh } from "../tenants/use-tenant-refresh.ts";

const microsPerCent = 10_000;

export interface PlanChangeDialogProps {
  organization: Pick<Tenant, "id" | "name"> & { readonly status: string };
  from: Plan | undefined;
  to: Plan & { readonly name: ChosenPlan };
  term: Term;
  currency: string;
  use: PlanUse;
  ownLimits: OwnLimits;
  onClose: () => void;
}

/** Shows the effects of another plan before the change is confirmed. */
export function PlanChangeDialog({
  organization,
  from,
  to,
  term,
  currency,
  use,
  ownLimits,
  onClose,
}: PlanChangeDialogProps) {
  const t = useTranslations("plan-choice");
  const words = useTranslations("limits");
  const factsOf = usePlanFacts();
  const { amount } = useLimitFormat();
  const refresh = useTenantRefresh();
  const { notifySuccess } = useNotify();
  const format = useFormat();
  const preview = useQuery(previewQuery(organization.id, to.name, term));
  const hasFailed = preview.isError && !preview.isFetching;
  const blockReason = preview.data === undefined ? t(hasFailed ? "costs.failed" : "costs.loading") : null;
  const plan = words(`plan.${to.name}`);
  const isLater = preview.data?.applies === "atTermEnd";
  const date = preview.data === undefined ? "" : format.calendar.date(preview.data.startsOn);
  const effect =
    organization.status === "trial" ? "confirm.trial" : isLater ? "confirm.later" : "confirm.text";
  const before = new Map(from === undefined ? [] : factsOf(from, currency));
  const isSame = from === to;
  const submit = isSame ? t(term === "year" ? "chooseYear" : "chooseMonth") : t("choose", { plan });
  const ownByLabel = new Map(
    limitNames.flatMap((name) => {
      const limit = ownLimits[name];
      return limit === undefined ? [] : [[words(`name.${name}`), amount(name, limit)] as const];
    }),
  );
  const facts = factsOf(to, currency).map(([name, value]) =>
    name === words("price") && term === "year" && preview.data !== undefined
      ? ([t("confirm.yearPrice"), format.money(preview.data.priceCents * microsPerCent, currency)] as const)
      : ([name, value] as const),
  );
  // A plan with too few seats cannot be chosen. An own limit is the same with every plan.
  const growth = limitsBelow(to, use, ownLimits).filter(
    (name) => name !== "maxUsers" && ownLimits[name] === undefined,
  );
  return (
    // A blocked organization may change its plan, but not before the costs are shown.
    <WriteBlock reason={blockReason}>
      <ConfirmDialog
        title={t(isSame ? "confirm.termTitle" : "confirm.title", { plan })}
        effect={t(effect, { name: organization.name, date })}
        size="form"
        confirmLabel={submit}
        failureTitle={t("confirm.failed")}
        act={() => changePlan(organization.id, to.name, term)}
        onDone={() => {
          void refresh();
          notifySuccess(t(isLater ? "confirm.doneLater" : "confirm.done", { plan, date }));
          onClose();
        }}
        onClose={onClose}
      >
        {/* Takes the focus, because nothing else could be scrolled to by keyboard on a small screen. */}
        <div role="region" tabIndex={0} aria-label={t("confirm.values")} className="focus-inset">
          <dl className="divide-y divide-line text-body">
            {facts.map(([name, value]) => (
              <div key={name} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
                <dt className="text-text-2">{name}</dt>
                <dd className="ml-auto flex items-center gap-2 text-text tabular-nums">
                  {ownByLabel.has(name) ? (
                    <span className="text-small text-text-3">{t("confirm.ownValue")}</span>
                  ) : (
                    before.has(name) &&
                    before.get(name) !== value && (
                      <>
                        <span className="text-text-3">{before.get(name)}</span>
                        <ArrowRight
                          size={14}
                          strokeWidth={2}
                          className="text-text-3"
                          aria-label={t("confirm.to")}
                        />
                      </>
                    )
                  )}
                  <span className="font-strong">{ownByLabel.get(name) ?? value}</span>
                </dd>
              </div>
            ))}
          </dl>
        </div>
        <QueryFallback query={preview} failedTitle={t("costs.failed")} className="mt-4">
          <Skeleton className="mt-4 h-32" />
        </QueryFallback>
        {preview.data !== undefined && <PlanCosts preview={preview.data} />}
        {growth.length > 0 && (
          <ErrorBox variant="warning" persistent title={t("confirm.below")} className="mt-3">
            {growth.map((name) => (
              <span key={name} className="block">
                {words(`effect.${name}`)}
              </span>
            ))}
          </ErrorBox>
        )}
      </ConfirmDialog>
    </WriteBlock>
  );
}
