import { useTranslations } from "use-intl";
import type { AiProvider } from "./ai.api.ts";
import { C5Words } from "./c5-words.tsx";
import type { Fact } from "./facts.tsx";

/**
 * Returns localized facts about a provider, the same for the operator and for practices. `stated` leaves out
 * unknown ones.
 */
export function useProviderFacts(): (provider: AiProvider, wish?: "stated") => readonly Fact[] {
  const t = useTranslations("ai-words");
  const unknown = t("unknown");
  return (provider, wish) => {
    const { region, establishment, retentionDays, trainsOnData } = provider;
    const facts: readonly Fact[] = [
      [t("facts.region"), region === null ? unknown : t(`region.${region}`)],
      [t("facts.establishment"), establishment === null ? unknown : t(`establishment.${establishment}`)],
      [t("facts.c5"), <C5Words key="c5" provider={provider} />],
      [t("facts.retention"), retentionDays === null ? unknown : t("retention", { days: retentionDays })],
      [
        t("facts.training"),
        trainsOnData === null ? unknown : t(trainsOnData ? "training.yes" : "training.no"),
      ],
    ];
    if (wish === undefined) return facts;
    const isC5Stated = provider.c5 !== null || region === "local";
    return facts.filter(([name, value]) => value !== unknown && (name !== t("facts.c5") || isC5Stated));
  };
}
