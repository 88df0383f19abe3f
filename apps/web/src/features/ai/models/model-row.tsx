import type { Currency } from "@praxisportal/contract/organizations/organization-settings.schema";
import Ellipsis from "lucide-react/icons/ellipsis";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { Menu } from "../../../ui/overlay/menu.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import type { AiModel } from "../ai.api.ts";
import { aiCurrencies } from "./ai-currencies.ts";
import { PriceText } from "./price-text.tsx";
import { Dotted } from "../../../ui/label/dotted.tsx";

/** Actions on a model. */
export type ModelStep =
  | { readonly kind: "edit" | "history" | "remove"; readonly model: AiModel }
  | { readonly kind: "price" | "endPrice"; readonly model: AiModel; readonly currency: Currency };

function Price({ model, currency }: { model: AiModel; currency: Currency }) {
  const t = useTranslations("ai-providers");
  const format = useFormat();
  const price = model.prices.find((candidate) => candidate.currency === currency);
  const [now] = useState(Date.now);
  // The history is sorted newest first, so the last match is the next planned price.
  const planned = model.history?.findLast(
    (candidate) => candidate.currency === currency && Date.parse(candidate.validFrom) > now,
  );
  return (
    <li className="text-dense text-text">
      {price === undefined ? (
        <>
          <span className="font-label text-warning">{t("prices.none", { currency })}</span>{" "}
          <span className="text-text-2">{t("prices.noneMeans")}</span>
        </>
      ) : (
        <>
          <PriceText price={price} kind={model.kind} />{" "}
          <span className="text-text-3">{t("prices.since", { when: format.date(price.validFrom) })}</span>
        </>
      )}
      {planned !== undefined && (
        <span className="block text-text-2">
          {t("prices.planned", { when: format.moment(planned.validFrom) })}{" "}
          <PriceText price={planned} kind={model.kind} />
        </span>
      )}
    </li>
  );
}

/** Shows a model with its price in each currency. */
export function ModelRow({ model, onStep }: { model: AiModel; onStep: (step: ModelStep) => void }) {
  const t = useTranslations("ai-providers");
  const labels = useTranslations("ai-labels");
  const common = useTranslations("common");
  const format = useFormat();
  const { model: name, kind, enabled, maxOutputTokens } = model;
  const ended = aiCurrencies.filter((currency) => model.prices.some((price) => price.currency === currency));
  return (
    <li className="flex items-start gap-3 py-4 pr-3 pl-5">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-mono text-dense font-label wrap-anywhere text-text">{name}</span>
          {!enabled && <StatusBadge meaning="deactivated">{t("model.off")}</StatusBadge>}
        </p>
        <p className="text-dense text-text-2">
          <Dotted
            details={[
              labels(`modelKind.${kind}`),
              kind === "chat" && t("model.atMost", { tokens: format.number(maxOutputTokens) }),
            ]}
          />
        </p>
        <ul aria-label={t("prices.of", { name })} className="mt-2 grid gap-1">
          {aiCurrencies.map((currency) => (
            <Price key={currency} model={model} currency={currency} />
          ))}
        </ul>
      </div>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} size="small" label={common("rowMenu", { name })} />}
        items={[
          ...aiCurrencies.map((currency) => ({
            key: currency,
            label: t("price.set", { currency }),
            onSelect: () => onStep({ kind: "price", model, currency }),
          })),
          { key: "history", label: t("history.open"), onSelect: () => onStep({ kind: "history", model }) },
          {
            key: "edit",
            label: t("model.editMenu"),
            hasSeparator: true,
            onSelect: () => onStep({ kind: "edit", model }),
          },
          ...ended.map((currency, index) => ({
            key: `end ${currency}`,
            label: t("price.end", { currency }),
            destructive: true,
            ...(index === 0 && { hasSeparator: true }),
            onSelect: () => onStep({ kind: "endPrice", model, currency }),
          })),
          {
            key: "remove",
            label: t("model.removeMenu"),
            destructive: true,
            ...(ended.length === 0 && { hasSeparator: true }),
            onSelect: () => onStep({ kind: "remove", model }),
          },
        ]}
      />
    </li>
  );
}
