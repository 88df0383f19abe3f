import { useTranslations } from "use-intl";

interface Program {
  readonly browser: string | null;
  readonly system: string | null;
}

/** Returns a program's name: "Firefox 140 unter Windows", browser or system alone, or "unknown". */
export function useProgramName(): (program: Program) => string {
  const t = useTranslations("person-security");
  return ({ browser, system }) =>
    browser !== null && system !== null ? t("on", { browser, system }) : (browser ?? system ?? t("unknown"));
}
