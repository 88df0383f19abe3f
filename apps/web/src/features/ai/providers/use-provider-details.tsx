import { useTranslations } from "use-intl";
import type { AiProvider } from "../ai.api.ts";
import { C5Label } from "./c5-label.tsx";
import type { Detail } from "../detail-list.tsx";

/**
 * Returns localized facts about a provider, the same for the operator and for organizations. `stated` omits unknown
 * facts.
 */
export function useProviderDetails(): (provider: AiProvider, detailLevel?: "stated") => readonly Detail[] {
  const t = useTranslations("ai-labels");
  const unknown = t("unknown");
  return (provider, detailLevel) => {
    const { region, establishment, retentionDays, trainsOnData } = provider;
    const details: readonly Detail[] = [
      [t("facts.region"), region === null ? unknown : t(`region.${region}`)],
      [t("facts.establishment"), establishment === null ? unknown : t(`establishment.${establishment}`)],
      [t("facts.c5"), <C5Label key="c5" provider={provider} />],
      [t("facts.retention"), retentionDays === null ? unknown : t("retention", { days: retentionDays })],
      [
        t("facts.training"),
        trainsOnData === null ? unknown : t(trainsOnData ? "training.yes" : "training.no"),
      ],
    ];
    if (detailLevel === undefined) return details;
    const isC5Stated = provider.c5 !== null || region === "local";
    return details.filter(([name, value]) => value !== unknown && (name !== t("facts.c5") || isC5Stated));
  };
}
