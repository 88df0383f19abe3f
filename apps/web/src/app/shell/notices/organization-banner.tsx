import { useIsPlatform } from "../user/use-principal.ts";
import { SuspensionBanner } from "./suspension-banner.tsx";
import { TrialBanner } from "./trial-banner.tsx";
import type { OrganizationNotice } from "./use-organization-notice.ts";

/** On every page: why the selected organization can only be read, or will soon be. */
export function OrganizationBanner({ notice }: { notice: OrganizationNotice }) {
  const isPlatform = useIsPlatform();
  return notice.kind === "suspension" ? (
    <SuspensionBanner notice={notice} isPlatform={isPlatform} />
  ) : (
    <TrialBanner notice={notice} isPlatform={isPlatform} />
  );
}
