import { useQuery, useQueryClient } from "@tanstack/react-query";
import Lock from "lucide-react/icons/lock";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { isApiError } from "../../../platform/api-client/api-error.ts";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { SkeletonCard } from "../../../ui/feedback/skeleton-card.tsx";
import { SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import type { User } from "../people.api.ts";
import { Checklist, useProgress } from "./checklist.tsx";
import { EmploymentCard } from "./employment-card.tsx";
import { EmploymentDialog } from "./employment-dialog.tsx";
import { OffboardingCard } from "./offboarding-card.tsx";
import { type Employment, employmentQuery } from "./staff.api.ts";

export interface StaffTabProps {
  organizationId: string;
  user: User;
  /** True if the signed-in user may act on this person. */
  canAct: boolean;
  onPlan: () => void;
}

/** Shows a person's employment, onboarding and offboarding. */
export function StaffTab(props: StaffTabProps) {
  const { organizationId, user } = props;
  const t = useTranslations("staff");
  const canWrite = useHasPermission("users:write");
  const query = useQuery({ ...employmentQuery(organizationId, user.id), enabled: canWrite });
  if (!canWrite || isApiError(query.error, "FORBIDDEN")) {
    return (
      <div className="rounded-r-3 border border-line bg-surface">
        <EmptyState icon={Lock} title={t("noPermission")} text={t("noPermissionText")} />
      </div>
    );
  }
  if (query.data !== undefined) return <Loaded {...props} employment={query.data} />;
  return (
    <QueryFallback query={query} failedTitle={t("loadFailed")}>
      <SkeletonGroup label={t("loading")}>
        <div className="grid items-start gap-4 lg:grid-cols-2">
          <SkeletonCard rows={4} />
          <SkeletonCard rows={2} />
        </div>
      </SkeletonGroup>
    </QueryFallback>
  );
}

function Loaded({
  organizationId,
  user,
  canAct,
  onPlan,
  employment,
}: StaffTabProps & { employment: Employment }) {
  const t = useTranslations("staff");
  const progress = useProgress();
  const client = useQueryClient();
  const [editing, setEditing] = useKeptState("employment", false);
  const { onboarding } = employment;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <div className="grid gap-4">
        <EmploymentCard
          employment={employment}
          hasLeft={employment.offboarding?.state === "done" && user.status !== "active"}
          onEdit={canAct ? () => setEditing(true) : undefined}
        />
        {onboarding !== null && (
          <Card title={t("checklist.onboarding")} description={progress(onboarding)}>
            <Checklist
              organizationId={organizationId}
              userId={user.id}
              record={onboarding}
              readOnly={!canAct}
            />
          </Card>
        )}
      </div>
      <OffboardingCard
        organizationId={organizationId}
        user={user}
        employment={employment}
        readOnly={!canAct}
        onPlan={onPlan}
      />
      {editing && (
        <EmploymentDialog
          organizationId={organizationId}
          user={user}
          employment={employment}
          onClose={() => setEditing(false)}
          onSaved={(saved) =>
            void client.setQueryData(employmentQuery(organizationId, user.id).queryKey, saved)
          }
        />
      )}
    </div>
  );
}
