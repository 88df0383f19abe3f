import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useToday } from "../../../platform/i18n/use-today.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { nameLinkClass } from "../../../ui/button/link-style.ts";
import type { ListedAiProvider } from "@praxisportal/contract/ai/providers.schema";
import { aiCurrencies } from "../models/ai-currencies.ts";
import { DetailList } from "../detail-list.tsx";
import { ProviderBadge } from "./provider-badge.tsx";
import { findProviderGaps, stateOf } from "./provider-state.ts";
import { useProviderDetails } from "./use-provider-details.tsx";

function Row({ provider }: { provider: ListedAiProvider }) {
  const t = useTranslations("ai-providers");
  const labels = useTranslations("ai-labels");
  const today = useToday();
  const detailsOf = useProviderDetails();
  const { models } = provider;
  const gaps = findProviderGaps(provider, models, today);
  const { set, needed, lastFour } = provider.credentials;
  const unpriced = models?.filter(
    (model) =>
      model.enabled &&
      !aiCurrencies.every((aiCurrency) => model.prices.some((price) => price.currency === aiCurrency)),
  );
  return (
    <li className="grid gap-x-6 gap-y-3 px-5 py-4 lg:grid-cols-[14rem_1fr]">
      <div className="min-w-0">
        <Link to="/ai-providers" search={{ provider: provider.key }} className={`${nameLinkClass} text-body`}>
          {provider.name}
        </Link>
        <p className="text-dense wrap-anywhere text-text-2">{provider.host ?? t("address.none")}</p>
        <div className="mt-2">
          <ProviderBadge state={stateOf(provider, gaps)} />
        </div>
      </div>
      <div className="min-w-0">
        <DetailList
          className="grid-cols-2 sm:grid-cols-3 xl:grid-cols-4"
          details={[
            ...detailsOf(provider, "stated"),
            [
              labels("facts.key"),
              set
                ? t("key.lastFour", { lastFour: lastFour ?? "" })
                : t(needed ? "key.missing" : "key.notNeeded"),
            ],
            [
              labels("facts.models"),
              models === undefined ? (
                "…"
              ) : (
                <>
                  {t("models.count", { count: models.filter(({ enabled }) => enabled).length })}
                  {unpriced !== undefined && unpriced.length > 0 && (
                    <span className="block text-small font-label text-warning">
                      {t("models.unpriced", { count: unpriced.length })}
                    </span>
                  )}
                </>
              ),
            ],
          ]}
        />
        {gaps.length > 0 && (
          <p className="mt-3 text-dense text-text-2">
            <span className="font-label text-text">{t("gaps.missing")}</span>{" "}
            {gaps.map((gap) => t(`gapsShort.${gap}`)).join(", ")}
          </p>
        )}
      </div>
    </li>
  );
}

const skeletonRows = [0, 1, 2, 3];

/** Placeholder for the list while it loads. */
export function ProviderListSkeleton() {
  const t = useTranslations("ai-providers");
  return (
    <SkeletonGroup label={t("loading")}>
      <Card>
        {skeletonRows.map((row) => (
          <div key={row} className="grid gap-2 py-3">
            <Skeleton className="h-4 w-48" />
            <Skeleton className="h-3 w-full max-w-80" />
          </div>
        ))}
      </Card>
    </SkeletonGroup>
  );
}

/** Shows all providers, the enabled ones first. */
export function ProviderList({ providers }: { providers: readonly ListedAiProvider[] }) {
  const t = useTranslations("ai-providers");
  return (["on", "off"] as const).map((group) => {
    const groupProviders = providers.filter(({ enabled }) => enabled === (group === "on"));
    if (groupProviders.length === 0) return null;
    return (
      <Card key={group} flush title={t(`list.${group}`)} description={t(`listText.${group}`)}>
        <ul aria-label={t(`list.${group}`)} className="divide-y divide-line">
          {groupProviders.map((provider) => (
            <Row key={provider.key} provider={provider} />
          ))}
        </ul>
      </Card>
    );
  });
}
