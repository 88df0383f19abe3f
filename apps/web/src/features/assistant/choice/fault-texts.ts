import type { Language } from "@praxisportal/contract/languages";
import type { ErrorTexts } from "@praxisportal/contract/messages";
import { useQuery } from "@tanstack/react-query";
import { useLanguage } from "../../../platform/i18n/i18n-provider.tsx";

type FaultTexts = Pick<ErrorTexts, "aiFaults" | "aiScopes">;

/** The server's own words for what keeps a practice from a provider, so that both say the same. */
const loaders: Readonly<Record<Language, () => Promise<{ default: FaultTexts }>>> = {
  de: () => import("@praxisportal/contract/errors.de.json"),
  en: () => import("@praxisportal/contract/errors.en.json"),
  fr: () => import("@praxisportal/contract/errors.fr.json"),
  it: () => import("@praxisportal/contract/errors.it.json"),
};

/** The words in the present language; null until they are here. */
export function useFaultTexts(): FaultTexts | null {
  const language = useLanguage();
  const { data } = useQuery({
    queryKey: ["texts", "ai-faults", language],
    queryFn: async () => (await loaders[language]()).default,
    staleTime: Infinity,
  });
  return data ?? null;
}
