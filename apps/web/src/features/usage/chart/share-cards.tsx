import type { Usage } from "@praxisportal/contract/usage/usage.schema";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";
import { placeIn, seriesOf } from "../usage-stats.ts";
import { ShareTable } from "./share-table.tsx";

/** Rows shown before "show all". */
const initialPeopleCount = 8;

export interface ShareCardsProps {
  usage: Usage;
  nameOf: (userId: string, name: string) => ReactNode;
  /** Rendered above the tables; gets the provider order, which determines the colors. */
  children: (order: readonly string[]) => ReactNode;
}

/** Usage by provider, model and person. */
export function ShareCards({ usage, nameOf, children }: ShareCardsProps) {
  const t = useTranslations("usage");
  const [allPeople, setAllPeople] = useState(false);
  const { currency, totals, byPerson, people } = usage;
  const providers = Object.entries(usage.byProvider).toSorted(
    ([, left], [, right]) => right.costMicros - left.costMicros || right.count - left.count,
  );
  const order = providers.map(([key]) => key);
  const series = seriesOf(order);
  const colorOf = (key: string) => series[placeIn(series, key)]?.color ?? "bg-chart-1";
  const shared = { currency, total: totals.costMicros };
  const shown = allPeople ? byPerson : byPerson.slice(0, initialPeopleCount);
  return (
    <>
      {children(order)}
      <div className="grid items-start gap-4 lg:grid-cols-2">
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
      <ShareTable
        {...shared}
        title={t("by.person")}
        columnHeader={t("person")}
        rows={shown.map(({ userId, name, ...stats }) => ({
          key: userId,
          name: name === null ? t("unnamed") : nameOf(userId, name),
          stats,
        }))}
        footer={
          byPerson.length > shown.length ? (
            <Button size="small" variant="quiet" onClick={() => setAllPeople(true)}>
              {t("allPeople", { count: byPerson.length })}
            </Button>
          ) : people > byPerson.length ? (
            <p className="text-small text-text-3">{t("morePeople", { shown: byPerson.length, people })}</p>
          ) : undefined
        }
      />
    </>
  );
}
