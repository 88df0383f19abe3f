import { useTranslations } from "use-intl";
import type { Workstation } from "./workstations.api.ts";

/** Returns a function that names a workstation: by its label, otherwise by its browser and system. */
export function useWorkstationName(): (workstation: Workstation) => { name: string; device: string } {
  const t = useTranslations("workstations");
  return ({ label, browser, system }) => {
    const device =
      browser !== null && system !== null
        ? t("device", { browser, system })
        : (browser ?? system ?? t("unknown"));
    return { name: label ?? device, device };
  };
}
