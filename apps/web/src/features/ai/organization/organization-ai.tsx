import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { providersQuery, switchesQuery } from "../../../entities/provider/provider.api.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { policyQuery } from "../ai.api.ts";
import { GateCard } from "./gate-card.tsx";
import { PeopleCard } from "./people-card.tsx";
import { PolicyCard } from "./policy-card.tsx";
import { SwitchCard } from "../switches/switch-card.tsx";

/** Localized texts about the last changes that the user may see. */
export interface LastChanges {
  readonly policy: string | undefined;
  readonly approvals: ReadonlyMap<string, string>;
}

interface OrganizationAiProps {
  organizationId: string;
  /** True if the user may change the organization's AI settings. Otherwise, the view is read-only. */
  canManage: boolean;
  /** Undefined until loaded. */
  lastChanges: LastChanges | undefined;
}

const skeletonCards = [0, 1, 2];

/** Shown until the whole tab is loaded, to avoid layout shift. */
function Loading() {
  const t = useTranslations("ai-organization");
  return (
    <SkeletonGroup label={t("loading")} className="grid gap-4">
      {skeletonCards.map((card) => (
        <Card key={card}>
          <div className="grid gap-3 py-1">
            <Skeleton className="h-4 w-60" />
            <Skeleton className="h-4 w-full max-w-80" />
            <Skeleton className="h-4 w-44" />
          </div>
        </Card>
      ))}
    </SkeletonGroup>
  );
}

type SwitchesProps = Pick<OrganizationAiProps, "organizationId" | "canManage">;

/** Stops or resumes AI use in the whole organization. Comes first, so that AI use can be stopped at once. */
function OrganizationSwitch({ organizationId, canManage }: SwitchesProps) {
  const t = useTranslations("ai-switches");
  const query = useQuery(switchesQuery(organizationId));
  const { data } = query;
  if (data === undefined)
    return (
      <Card>
        <QueryFallback query={query} failedTitle={t("loadFailed")} />
      </Card>
    );
  return <SwitchCard target={{ scope: "organization" }} stopped={data.organization} canStop={canManage} />;
}

/** The AI tab of an organization: switches, usable providers and requirements. */
export function OrganizationAi({ organizationId, canManage, lastChanges }: OrganizationAiProps) {
  const t = useTranslations("ai-switches");
  const providers = useQuery(providersQuery(organizationId));
  const policy = useQuery(policyQuery(organizationId));
  const switches = useQuery(switchesQuery(organizationId));
  const isPending = providers.isPending || policy.isPending || switches.isPending;
  if (isPending || lastChanges === undefined) return <Loading />;
  const platform = switches.data?.platform ?? null;
  return (
    <div className="grid gap-4">
      {platform !== null && (
        <ErrorBox variant="warning" persistent title={t("platform.stoppedForAll")}>
          {platform.reason === null ? t("platform.now") : t("reasonIs", { reason: platform.reason })}
        </ErrorBox>
      )}
      <OrganizationSwitch organizationId={organizationId} canManage={canManage} />
      <GateCard organizationId={organizationId} canManage={canManage} lastChanges={lastChanges.approvals} />
      <PolicyCard organizationId={organizationId} canManage={canManage} lastChange={lastChanges.policy} />
      {switches.data !== undefined && (
        <PeopleCard organizationId={organizationId} people={switches.data.people} canManage={canManage} />
      )}
    </div>
  );
}
