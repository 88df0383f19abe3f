import { useQuery, useQueryClient } from "@tanstack/react-query";
import Monitor from "lucide-react/icons/monitor";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { Skeleton, SkeletonGroup } from "../../ui/skeleton.tsx";
import { WorkstationRow } from "./workstation-row.tsx";
import { type Workstation, workstationsQuery } from "./workstations.api.ts";

const EditDialog = lazy(async () => ({ default: (await import("./edit-dialog.tsx")).EditDialog }));
const RemoveDialog = lazy(async () => ({ default: (await import("./remove-dialog.tsx")).RemoveDialog }));

type Opened = { readonly kind: "edit" | "remove"; readonly workstation: Workstation } | null;

/**
 * /organization/workstations: the devices that members sign in on, with their names and whether they are
 * shared.
 */
export function WorkstationsPage({ organizationId }: { organizationId: string }) {
  const t = useTranslations("workstations");
  const common = useTranslations("common");
  const client = useQueryClient();
  const query = workstationsQuery(organizationId);
  const { data, isError, isFetching, refetch } = useQuery(query);
  const [opened, setOpened] = useState<Opened>(null);
  const readAgain = () => void client.invalidateQueries({ queryKey: query.queryKey });
  const close = () => setOpened(null);

  return (
    <div className="mx-auto max-w-200">
      <PageHead title={t("title")} fact={t("fact")} />
      <Card className="mt-4">
        {data === undefined && !isError && (
          <SkeletonGroup label={t("loading")}>
            <Skeleton className="h-5 w-60" />
            <Skeleton className="mt-3 h-5 w-80" />
          </SkeletonGroup>
        )}
        {data === undefined && isError && (
          <ErrorState
            title={t("loadFailed")}
            text={common("error.load")}
            onRetry={() => void refetch()}
            retrying={isFetching}
            retryLabel={common("retry")}
          />
        )}
        {data?.length === 0 && <EmptyState icon={Monitor} title={t("emptyTitle")} text={t("emptyText")} />}
        {data !== undefined && data.length > 0 && (
          <ul>
            {data.map((workstation) => (
              <WorkstationRow
                key={workstation.id}
                workstation={workstation}
                onEdit={() => setOpened({ kind: "edit", workstation })}
                onRemove={() => setOpened({ kind: "remove", workstation })}
              />
            ))}
          </ul>
        )}
      </Card>
      <Suspense fallback={null}>
        {opened?.kind === "edit" && (
          <EditDialog
            organizationId={organizationId}
            workstation={opened.workstation}
            onClose={close}
            onSaved={readAgain}
          />
        )}
        {opened?.kind === "remove" && (
          <RemoveDialog
            organizationId={organizationId}
            workstation={opened.workstation}
            onClose={close}
            onRemoved={readAgain}
          />
        )}
      </Suspense>
    </div>
  );
}
