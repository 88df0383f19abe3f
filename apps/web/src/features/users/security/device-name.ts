import { useTranslations } from "use-intl";

interface Program {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Names a program for people: "Firefox 140 unter Windows", one of both, or that it is unknown. */
export function useProgramName(): (program: Program) => string {
  const t = useTranslations("person-security");
  return ({ browser, system }) =>
    browser !== null && system !== null ? t("on", { browser, system }) : (browser ?? system ?? t("unknown"));
}
