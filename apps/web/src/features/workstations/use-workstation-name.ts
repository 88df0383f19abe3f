import { useTranslations } from "use-intl";
import type { Workstation } from "./workstations.api.ts";

/** Returns a workstation's name; without one, its browser and system. */
export function useWorkstationName({ label, browser, system }: Workstation): {
  name: string;
  device: string;
} {
  const t = useTranslations("workstations");
  const device =
    browser !== null && system !== null
      ? t("device", { browser, system })
      : (browser ?? system ?? t("unknown"));
  return { name: label ?? device, device };
}
