import { useQuery, useQueryClient } from "@tanstack/react-query";
import Building2 from "lucide-react/icons/building-2";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { FormDialog } from "../../../platform/forms/form-dialog.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { IssueForm } from "./issue-form.tsx";
import { type OrgTokenPair, ownOrganizationsQuery } from "./issue-token.api.ts";
import { RevealDialog } from "./reveal-dialog.tsx";
import { tokensKey } from "../tokens.api.ts";

export interface IssueDialogProps {
  /** The organization of the page, which is preselected. */
  organizationId: string | null;
  onClose: () => void;
}

/** Grants an application access on behalf of the user. Its tokens are shown only once. */
export function IssueDialog({ organizationId, onClose }: IssueDialogProps) {
  const t = useTranslations("issue-token");
  const client = useQueryClient();
  const [issued, setIssued] = useState<{ pair: OrgTokenPair; name: string } | null>(null);
  const query = useQuery(ownOrganizationsQuery);
  const { data } = query;
  if (issued !== null) return <RevealDialog pair={issued.pair} name={issued.name} onClose={onClose} />;
  return (
    <FormDialog
      title={t("title")}
      description={t("text")}
      submitLabel={t("submit")}
      busyLabel={t("busy")}
      canSubmit={data !== undefined && data.length > 0}
      onClose={onClose}
    >
      <QueryFallback query={query} failedTitle={t("organizationsFailed")}>
        <SkeletonGroup label={t("organizationsLoading")} className="grid gap-4">
          <Skeleton className="h-10" />
          <Skeleton className="h-10" />
        </SkeletonGroup>
      </QueryFallback>
      {data?.length === 0 && (
        <EmptyState icon={Building2} title={t("noOrganizationTitle")} text={t("noOrganizationText")} />
      )}
      {data !== undefined && data.length > 0 && (
        <IssueForm
          organizations={data}
          organizationId={organizationId}
          onIssued={(pair, name) => {
            void client.invalidateQueries({ queryKey: tokensKey });
            setIssued({ pair, name });
          }}
        />
      )}
    </FormDialog>
  );
}
