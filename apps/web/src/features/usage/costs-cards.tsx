import type { Costs } from "@praxisportal/contract/billing/billing.schema";
import type { Usage, UsageFigures } from "@praxisportal/contract/usage/usage.schema";
import { topProvidersShown } from "@praxisportal/contract/limits";
import { useTranslations } from "use-intl";
import { seriesOf } from "./figures.ts";
import { ShareTable } from "./share-table.tsx";

const nothing: UsageFigures = {
  count: 0,
  inputTokens: 0,
  outputTokens: 0,
  audioSeconds: 0,
  costMicros: 0,
  estimatedCount: 0,
  unpricedCount: 0,
};

/** Sums the providers that are not in `shown`. */
function restOf(usage: Usage, shown: readonly string[]): UsageFigures {
  const sum = { ...nothing };
  const names = Object.keys(nothing) as (keyof UsageFigures)[];
  for (const [key, figures] of Object.entries(usage.byProvider)) {
    if (!shown.includes(key)) for (const name of names) sum[name] += figures[name];
  }
  return sum;
}

/** The costs of a period by provider and by model. */
export function CostsCards({ costs, usage }: { costs: Costs; usage: Usage }) {
  const t = useTranslations("usage");
  const shown = costs.topProviders.map(({ provider }) => provider);
  const series = seriesOf(shown);
  const shared = { currency: costs.currency, total: costs.total };
  const rows = costs.topProviders.map(({ provider, name }, index) => ({
    key: provider,
    name,
    color: series[index]?.color ?? "bg-chart-1",
    figures: usage.byProvider[provider] ?? nothing,
  }));
  const { otherProviders } = costs;
  const others =
    otherProviders === null
      ? []
      : [
          {
            key: "others",
            name: t("otherProviders", { count: otherProviders.providers }),
            color: "bg-surface-3",
            figures: restOf(usage, shown),
          },
        ];
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <ShareTable
        {...shared}
        title={t("top.title")}
        description={t("top.text", { count: topProvidersShown })}
        head={t("provider")}
        rows={[...rows, ...others]}
      />
      <ShareTable
        {...shared}
        title={t("by.model")}
        description={t("by.modelText")}
        head={t("model")}
        rows={usage.byModel.map(({ provider, model, ...figures }) => ({
          key: `${provider} ${model}`,
          name: model,
          below: usage.byProvider[provider]?.name ?? provider,
          color: series.find(({ key }) => key === provider)?.color ?? "bg-surface-3",
          figures,
        }))}
      />
    </div>
  );
}
