import { contractRetrievalMs } from "@praxisportal/contract/limits";
import { useIsPlatform } from "../user/use-principal.ts";
import { ContractEndBanner } from "./contract-end-banner.tsx";
import { OperatorBanner } from "./operator-banner.tsx";
import { SuspensionBanner } from "./suspension-banner.tsx";
import { TrialBanner } from "./trial-banner.tsx";
import type { OrganizationNotice } from "./use-organization-notice.ts";

/**
 * Banners on every page: the organization in which the operator is working, and the reason why the selected
 * organization is or soon will be read-only.
 */
export function OrganizationBanner({ notice }: { notice: OrganizationNotice | null }) {
  const isPlatform = useIsPlatform();
  return (
    <>
      {isPlatform && <OperatorBanner />}
      {notice !== null && <NoticeBanner notice={notice} isPlatform={isPlatform} />}
    </>
  );
}

function NoticeBanner({ notice, isPlatform }: { notice: OrganizationNotice; isPlatform: boolean }) {
  if (notice.kind === "trial") return <TrialBanner notice={notice} isPlatform={isPlatform} />;
  const { erasedFrom, now } = notice;
  // Until that time, a suspension has another reason than the end of the contract.
  return erasedFrom !== null && now >= Date.parse(erasedFrom) - contractRetrievalMs ? (
    <ContractEndBanner erasedFrom={erasedFrom} now={now} isPlatform={isPlatform} />
  ) : (
    <SuspensionBanner notice={notice} isPlatform={isPlatform} />
  );
}
