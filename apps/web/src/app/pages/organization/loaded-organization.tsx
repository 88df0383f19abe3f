import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { organizationQuery } from "../../../entities/organization/organization.api.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { TabSkeleton } from "./tab-skeleton.tsx";

interface LoadedOrganizationProps {
  organizationId: string;
  children: (organization: Organization) => ReactNode;
}

/** Loads an organization and then renders its children. Until then shows a skeleton or the error. */
export function LoadedOrganization({ organizationId, children }: LoadedOrganizationProps) {
  const t = useTranslations("organization");
  const query = useQuery(organizationQuery(organizationId));
  const { data, error } = query;
  if (data !== undefined) return children(data);
  if (error === null) return <TabSkeleton label={t("loading")} />;
  return (
    <Card>
      <QueryFallback query={query} failedTitle={t("loadFailed")} />
    </Card>
  );
}
