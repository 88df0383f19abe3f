import type { Usage, UsageStats } from "@praxisportal/contract/usage/usage.schema";
import { topProviderCount } from "@praxisportal/contract/limits";
import { useTranslations } from "use-intl";
import { providersByCost, seriesOf } from "./usage-stats.ts";
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

function sumOf(entries: readonly UsageStats[]): UsageStats {
  const sum = { ...zeroUsage };
  const names = Object.keys(zeroUsage) as (keyof UsageStats)[];
  for (const stats of entries) for (const name of names) sum[name] += stats[name];
  return sum;
}

/** Shows the costs of a period by provider, model, site and person. The less expensive providers share one row. */
export function CostsCards({ usage }: { usage: Usage }) {
  const t = useTranslations("usage");
  const providers = providersByCost(usage);
  const top = providers.slice(0, topProviderCount);
  const otherProviders = providers.slice(topProviderCount);
  const series = seriesOf(top.map(([key]) => key));
  const shared = { currency: usage.currency, total: usage.totals.costMicros };
  const rows = top.map(([key, { name, ...stats }], index) => ({
    key,
    name,
    color: series[index]?.color ?? "bg-chart-1",
    stats,
  }));
  const others =
    otherProviders.length === 0
      ? []
      : [
          {
            key: "others",
            name: t("otherProviders", { count: otherProviders.length }),
            color: "bg-surface-3",
            stats: sumOf(otherProviders.map(([, stats]) => stats)),
          },
        ];
  // Two columns of their own, because the tables have very different heights.
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid min-w-0 gap-4">
        <ShareTable
          {...shared}
          title={t("top.title")}
          description={t("top.text", { count: topProviderCount })}
          columnHeader={t("provider")}
          rows={[...rows, ...others]}
        />
        <PeopleTable usage={usage} />
      </div>
      <div className="grid min-w-0 gap-4">
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
      </div>
    </div>
  );
}
