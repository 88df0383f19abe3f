import { contractRetrievalMs } from "@praxisportal/contract/limits";
import { useIsPlatform } from "../user/use-principal.ts";
import { ContractEndBanner } from "./contract-end-banner.tsx";
import { OperatorBanner } from "./operator-banner.tsx";
import { SuspensionBanner } from "./suspension-banner.tsx";
import { TrialBanner } from "./trial-banner.tsx";
import type { OrganizationNotice } from "./use-organization-notice.ts";

/**
 * On every page: tells the operator which organization they are working in, and why the selected organization is
 * read-only or soon will be.
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
  // Until then, a suspended organization under notice is suspended for another reason.
  return erasedFrom !== null && now >= Date.parse(erasedFrom) - contractRetrievalMs ? (
    <ContractEndBanner erasedFrom={erasedFrom} now={now} isPlatform={isPlatform} />
  ) : (
    <SuspensionBanner notice={notice} isPlatform={isPlatform} />
  );
}
