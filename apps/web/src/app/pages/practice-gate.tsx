import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { PracticeList } from "../../features/organizations/practice-list.tsx";
import { useSession } from "../../platform/session/session.store.ts";
import { Card } from "../../ui/card.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { useChoosePractice } from "../shell/use-choose-practice.ts";
import { useIsPlatform } from "../shell/use-principal.ts";

export interface PracticeGateProps {
  /** Heading of the page behind the gate. */
  title: string;
  children: (organizationId: string) => ReactNode;
}

/** Renders a page of one organization; a platform user without a selected organization selects one first. */
export function PracticeGate({ title, children }: PracticeGateProps) {
  const t = useTranslations("organizations");
  const router = useRouter();
  const organization = useSession((session) => session.organization);
  const choose = useChoosePractice();
  const platform = useIsPlatform();
  if (organization !== null) return <div key={organization.id}>{children(organization.id)}</div>;
  return (
    <>
      <PageHead title={title} />
      <Card className="mt-4 max-w-160" title={t("pickTitle")} description={t("pickText")}>
        <PracticeList
          currentId={null}
          searchable={platform}
          wide
          onChoose={(practice) => void choose(practice).then(() => router.invalidate())}
        />
      </Card>
    </>
  );
}
