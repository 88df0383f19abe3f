import { useTranslations } from "use-intl";
import { useIsPlatform } from "../user/use-principal.ts";
import { SuspensionBanner } from "./suspension-banner.tsx";
import { TrialBanner } from "./trial-banner.tsx";
import { useSuspension } from "./use-suspension.ts";
import { useTrial } from "./use-trial.ts";

/** On every page: why the selected organization can only be read, or will soon be. */
export function OrganizationBanner() {
  const suspension = useSuspension();
  const trial = useTrial();
  const isPlatform = useIsPlatform();
  if (suspension !== null) return <SuspensionBanner suspension={suspension} isPlatform={isPlatform} />;
  return trial !== null && <TrialBanner trial={trial} />;
}

/** Returns why the user can change nothing in the selected organization at present, or null. */
export function useReadOnlyReason(): string | null {
  const t = useTranslations("shell");
  const suspension = useSuspension();
  const trial = useTrial();
  const isPlatform = useIsPlatform();
  if (isPlatform) return null;
  if (suspension !== null) return t("suspension.noChanges");
  return trial?.isOver === true ? t("trial.noChanges") : null;
}
