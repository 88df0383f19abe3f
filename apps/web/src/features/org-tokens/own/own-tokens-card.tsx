import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useSession } from "../../../platform/session/session.store.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { SuccessBox } from "../../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { OwnTokenRow } from "./own-token-row.tsx";
import { type ApplicationWithAccess, ownTokensQuery } from "./own-tokens.api.ts";

// Loaded on demand, because most visits only view the list.
const IssueDialog = lazyDialog(
  async () => (await import("../issue/issue-dialog.tsx")).IssueDialog,
  "issue-token",
);

const OwnRevokeDialog = lazyDialog(async () => (await import("./own-revoke-dialog.tsx")).OwnRevokeDialog);

function List({ applications }: { applications: readonly ApplicationWithAccess[] }) {
  const t = useTranslations("org-tokens");
  const client = useQueryClient();
  const [revoked, setRevoked] = useState<number | null>(null);
  const [pendingRevocation, setPendingRevocation] = useState<"all" | ApplicationWithAccess | null>(null);
  const requestRevocation = (about: "all" | ApplicationWithAccess) => {
    setRevoked(null);
    setPendingRevocation(about);
  };

  return (
    <div className="grid gap-4">
      {revoked !== null && <SuccessBox variant="success" title={t("revoked", { count: revoked })} />}
      {applications.length === 0 && <p className="text-body text-text-2">{t("empty")}</p>}
      {applications.length > 0 && (
        <ul>
          {applications.map((application) => (
            <OwnTokenRow
              key={application.key}
              application={application}
              onRevoke={() => requestRevocation(application)}
            />
          ))}
        </ul>
      )}
      {applications.length > 1 && (
        <div>
          <WriteButton
            variant="destructive"
            {...preloads(OwnRevokeDialog)}
            onClick={() => requestRevocation("all")}
          >
            {t("revokeAll")}
          </WriteButton>
        </div>
      )}
      {pendingRevocation !== null && (
        <OwnRevokeDialog
          applications={pendingRevocation === "all" ? applications : [pendingRevocation]}
          isAll={pendingRevocation === "all"}
          onRevoked={(count) => {
            setPendingRevocation(null);
            setRevoked(count);
            return client.invalidateQueries({ queryKey: ownTokensQuery.queryKey });
          }}
          onClose={() => setPendingRevocation(null)}
        />
      )}
    </div>
  );
}

/** Lists the applications with access on behalf of the user, and can revoke their access. */
export function OwnTokensCard() {
  const t = useTranslations("org-tokens");
  const query = useQuery(ownTokensQuery);
  const { data: applications } = query;
  const organizationId = useSession((session) => session.organization?.id ?? null);
  const isMember = useSession((session) => (session.user?.organizationId ?? null) !== null);
  const [issuing, setIssuing] = useKeptState("own-token", false);
  return (
    <Card
      title={t("title")}
      description={t("text")}
      aside={
        isMember && (
          <WriteButton size="small" {...preloads(IssueDialog)} onClick={() => setIssuing(true)}>
            {t("issue")}
          </WriteButton>
        )
      }
    >
      <QueryFallback query={query} failedTitle={t("loadFailed")}>
        <SkeletonGroup label={t("loading")}>
          <Skeleton className="h-5 w-60" />
          <Skeleton className="mt-3 h-5 w-44" />
        </SkeletonGroup>
      </QueryFallback>
      {applications !== undefined && <List applications={applications} />}
      {issuing && <IssueDialog organizationId={organizationId} onClose={() => setIssuing(false)} />}
    </Card>
  );
}
