import type { StoredAiPrice } from "@praxisportal/contract/ai/providers.schema";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Button } from "../../../ui/button/button.tsx";
import { Dialog } from "../../../ui/overlay/dialog.tsx";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import type { AiModel } from "../ai.api.ts";
import { PriceText } from "./price-text.tsx";

type PriceStatus = "planned" | "current" | "past";

function priceStatus({ validFrom, validUntil }: StoredAiPrice, now: number): PriceStatus {
  if (Date.parse(validFrom) > now) return "planned";
  return validUntil === null || Date.parse(validUntil) > now ? "current" : "past";
}

const statusMeanings = { planned: "invited", current: "active", past: "expired" } as const;

/** Shows past, current and planned prices of a model, newest first. */
export function PriceHistory({ model, onClose }: { model: AiModel; onClose: () => void }) {
  const t = useTranslations("ai-providers");
  const common = useTranslations("common");
  const format = useFormat();
  const [now] = useState(Date.now);
  const prices = model.history ?? [];
  return (
    <Dialog
      open
      size="form"
      onOpenChange={(next) => !next && onClose()}
      title={t("history.title", { name: model.model })}
      description={t("history.text")}
      closeLabel={common("close")}
      actions={<Button onClick={onClose}>{common("close")}</Button>}
    >
      {prices.length === 0 ? (
        <p className="pt-2 text-body text-text-2">{t("history.none")}</p>
      ) : (
        <ol aria-label={t("history.list")} className="divide-y divide-line">
          {prices.map((price) => {
            const status = priceStatus(price, now);
            const from = format.moment(price.validFrom, now);
            return (
              <li key={`${price.currency} ${price.validFrom}`} className="grid gap-1 py-3">
                <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <StatusBadge meaning={statusMeanings[status]}>{t(`history.${status}`)}</StatusBadge>
                  <span className="text-dense text-text-2">
                    {price.validUntil === null
                      ? t("history.from", { from })
                      : t("history.range", { from, until: format.moment(price.validUntil, now) })}
                  </span>
                </div>
                <p className="text-dense text-text">
                  <PriceText price={price} kind={model.kind} />
                </p>
              </li>
            );
          })}
        </ol>
      )}
    </Dialog>
  );
}
