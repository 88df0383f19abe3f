import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { ErrorBox, SuccessBox } from "../../ui/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { OwnTokenRow } from "./own-token-row.tsx";
import {
  type ApplicationWithAccess,
  ownTokensQuery,
  revokeAccess,
  revokeAllAccess,
} from "./own-tokens.api.ts";

function List({ applications }: { applications: readonly ApplicationWithAccess[] }) {
  const t = useTranslations("org-tokens");
  const client = useQueryClient();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [revoked, setRevoked] = useState<number | null>(null);

  async function revoke(which: string, act: () => Promise<number>): Promise<void> {
    setBusy(which);
    setFailure(null);
    setRevoked(null);
    try {
      setRevoked(await act());
    } catch (error) {
      // Over already: that is what was wanted.
      if (isApiError(error, "NOT_FOUND")) setRevoked(0);
      else setFailure(isApiError(error) && error.message !== "" ? error.message : "");
    } finally {
      setBusy(null);
      await client.invalidateQueries({ queryKey: ownTokensQuery.queryKey });
    }
  }

  return (
    <div className="grid gap-4">
      {failure !== null && (
        <ErrorBox persistent title={t("failed")}>
          {failure}
        </ErrorBox>
      )}
      {revoked !== null && <SuccessBox kind="success" title={t("revoked", { count: revoked })} />}
      {applications.length === 0 && <p className="text-body text-text-2">{t("empty")}</p>}
      {applications.length > 0 && (
        <ul>
          {applications.map((application) => (
            <OwnTokenRow
              key={application.key}
              application={application}
              busy={busy === application.key}
              onRevoke={() => void revoke(application.key, () => revokeAccess(application))}
            />
          ))}
        </ul>
      )}
      {applications.length > 1 && (
        <div>
          <Button
            kind="destructive"
            busy={busy === "all"}
            busyLabel={t("revoking")}
            onClick={() => void revoke("all", revokeAllAccess)}
          >
            {t("revokeAll")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** The applications that work in the person's name, and the way to end it. */
export function OwnTokensCard() {
  const t = useTranslations("org-tokens");
  const common = useTranslations("common");
  const { data: applications, isError, isFetching, refetch } = useQuery(ownTokensQuery);
  return (
    <Card title={t("title")} description={t("text")}>
      {applications === undefined && !isError && (
        <SkeletonGroup label={t("loading")}>
          <Skeleton className="h-5 w-60" />
          <Skeleton className="mt-3 h-5 w-44" />
        </SkeletonGroup>
      )}
      {applications === undefined && isError && (
        <ErrorState
          title={t("loadFailed")}
          text={common("error.load")}
          onRetry={() => void refetch()}
          retrying={isFetching}
          retryLabel={common("retry")}
        />
      )}
      {applications !== undefined && <List applications={applications} />}
    </Card>
  );
}
