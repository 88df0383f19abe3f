import type { Usage } from "@praxisportal/contract/usage/usage.schema";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { placeIn, providersByCost, seriesOf } from "../usage-stats.ts";
import { PeopleTable } from "./people-table.tsx";
import { ShareTable } from "./share-table.tsx";

export interface ShareCardsProps {
  usage: Usage;
  nameOf: (userId: string, name: string) => ReactNode;
  /** Renders content above the tables. Receives the order of the providers, which determines the colors. */
  children: (order: readonly string[]) => ReactNode;
}

/** Shows usage by provider, model and person. */
export function ShareCards({ usage, nameOf, children }: ShareCardsProps) {
  const t = useTranslations("usage");
  const { currency, totals } = usage;
  const providers = providersByCost(usage);
  const order = providers.map(([key]) => key);
  const series = seriesOf(order);
  const colorOf = (key: string) => series[placeIn(series, key)]?.color ?? "bg-chart-1";
  const shared = { currency, total: totals.costMicros };
  return (
    <>
      {children(order)}
      <div className="grid items-stretch gap-4 lg:grid-cols-2">
        <ShareTable
          {...shared}
          title={t("by.provider")}
          columnHeader={t("provider")}
          rows={providers.map(([key, { name, ...stats }]) => ({
            key,
            name,
            color: colorOf(key),
            stats,
          }))}
        />
        <ShareTable
          {...shared}
          title={t("by.model")}
          columnHeader={t("model")}
          rows={usage.byModel.map(({ provider, model, ...stats }) => ({
            key: `${provider} ${model}`,
            name: model,
            below: usage.byProvider[provider]?.name ?? provider,
            color: colorOf(provider),
            stats,
          }))}
        />
      </div>
      <PeopleTable usage={usage} nameOf={nameOf} />
    </>
  );
}
