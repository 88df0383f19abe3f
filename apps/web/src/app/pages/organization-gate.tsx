import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { LazyOrganizationList } from "../../features/organizations/lazy-organization-list.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { Card } from "../../ui/layout/card.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { useChooseOrganization } from "../shell/navigation/use-choose-organization.ts";
import { useIsPlatform } from "../shell/user/use-principal.ts";

export interface OrganizationGateProps {
  /** Heading of the page behind the gate. */
  title: string;
  children: (organizationId: string) => ReactNode;
}

/** Renders a page of one organization. A platform user without a selected organization must select one first. */
export function OrganizationGate({ title, children }: OrganizationGateProps) {
  const t = useTranslations("organizations");
  const router = useRouter();
  const organization = useSession((session) => session.organization);
  const choose = useChooseOrganization();
  const platform = useIsPlatform();
  if (organization !== null) return <div key={organization.id}>{children(organization.id)}</div>;
  return (
    <>
      <PageHeader title={title} />
      <Card className="mt-4 max-w-160" title={t("pickTitle")} description={t("pickText")}>
        <LazyOrganizationList
          currentId={null}
          searchable={platform}
          wide
          onChoose={(chosen) => void choose(chosen).then(() => router.invalidate())}
        />
      </Card>
    </>
  );
}
