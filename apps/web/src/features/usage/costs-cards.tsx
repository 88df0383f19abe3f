import type { Costs } from "@praxisportal/contract/billing/billing.schema";
import type { Usage, UsageStats } from "@praxisportal/contract/usage/usage.schema";
import { topProviderCount } from "@praxisportal/contract/limits";
import { useTranslations } from "use-intl";
import { seriesOf } from "./usage-stats.ts";
import { PeopleTable } from "./chart/people-table.tsx";
import { ShareTable } from "./chart/share-table.tsx";
import { SiteTable } from "./chart/site-table.tsx";

const zeroUsage: UsageStats = {
  count: 0,
  inputTokens: 0,
  outputTokens: 0,
  audioSeconds: 0,
  costMicros: 0,
  estimatedCount: 0,
  unpricedCount: 0,
};

/** Sums the providers that are not in `shown`. */
function restOf(usage: Usage, shown: readonly string[]): UsageStats {
  const sum = { ...zeroUsage };
  const names = Object.keys(zeroUsage) as (keyof UsageStats)[];
  for (const [key, stats] of Object.entries(usage.byProvider)) {
    if (!shown.includes(key)) for (const name of names) sum[name] += stats[name];
  }
  return sum;
}

/** The costs of a period by provider, model, site and person. */
export function CostsCards({ costs, usage }: { costs: Costs; usage: Usage }) {
  const t = useTranslations("usage");
  const shown = costs.topProviders.map(({ provider }) => provider);
  const series = seriesOf(shown);
  const shared = { currency: costs.currency, total: costs.total };
  const rows = costs.topProviders.map(({ provider, name }, index) => ({
    key: provider,
    name,
    color: series[index]?.color ?? "bg-chart-1",
    stats: usage.byProvider[provider] ?? zeroUsage,
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
            stats: restOf(usage, shown),
          },
        ];
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <ShareTable
        {...shared}
        title={t("top.title")}
        description={t("top.text", { count: topProviderCount })}
        columnHeader={t("provider")}
        rows={[...rows, ...others]}
      />
      <ShareTable
        {...shared}
        title={t("by.model")}
        description={t("by.modelText")}
        columnHeader={t("model")}
        rows={usage.byModel.map(({ provider, model, ...stats }) => ({
          key: `${provider} ${model}`,
          name: model,
          below: usage.byProvider[provider]?.name ?? provider,
          color: series.find(({ key }) => key === provider)?.color ?? "bg-surface-3",
          stats,
        }))}
      />
      <SiteTable usage={usage} />
      <PeopleTable usage={usage} />
    </div>
  );
}
