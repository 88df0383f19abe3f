import { useTranslations } from "use-intl";
import type { Workstation } from "./workstations.api.ts";

/**
 * Returns a function that names a workstation: by its label, otherwise by its browser and system. Several can have the
 * same browser and system, so `fullName` also says who used it last.
 */
export function useWorkstationName() {
  const t = useTranslations("workstations");
  return ({ label, browser, system, lastUser }: Workstation) => {
    const device =
      browser !== null && system !== null
        ? t("device", { browser, system })
        : (browser ?? system ?? t("unknown"));
    const fullName = label ?? (lastUser === null ? device : `${device} (${lastUser.name})`);
    return { name: label ?? device, device, fullName };
  };
}
