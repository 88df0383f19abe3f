import type { Usage } from "@praxisportal/contract/usage/usage.schema";
import { type ReactNode, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button.tsx";
import { placeIn, seriesOf } from "./figures.ts";
import { ShareTable } from "./share-table.tsx";

/** Rows shown before "show all". */
const peopleAtFirst = 8;

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
  const shown = allPeople ? byPerson : byPerson.slice(0, peopleAtFirst);
  return (
    <>
      {children(order)}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <ShareTable
          {...shared}
          title={t("by.provider")}
          head={t("provider")}
          rows={providers.map(([key, { name, ...figures }]) => ({ key, name, color: colorOf(key), figures }))}
        />
        <ShareTable
          {...shared}
          title={t("by.model")}
          head={t("model")}
          rows={usage.byModel.map(({ provider, model, ...figures }) => ({
            key: `${provider} ${model}`,
            name: model,
            below: usage.byProvider[provider]?.name ?? provider,
            color: colorOf(provider),
            figures,
          }))}
        />
      </div>
      <ShareTable
        {...shared}
        title={t("by.person")}
        head={t("person")}
        rows={shown.map(({ userId, name, ...figures }) => ({
          key: userId,
          name: name === null ? t("unnamed") : nameOf(userId, name),
          figures,
        }))}
        foot={
          byPerson.length > shown.length ? (
            <Button size="small" kind="quiet" onClick={() => setAllPeople(true)}>
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
