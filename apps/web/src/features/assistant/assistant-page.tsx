import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { quotaQuery } from "../../entities/quota/quota.api.ts";
import { QueryFallback } from "../../platform/app-state/query-fallback.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { AssistantWorkspace } from "./assistant-workspace.tsx";
import { AssistantSkeleton } from "./assistant-skeleton.tsx";
import { useChoices } from "./choice/use-choices.ts";
import { StopNotice } from "./stop-notice.tsx";

interface AssistantPageProps {
  organizationId: string;
  /** Links to the pages on which problems are fixed, or null without the permission. */
  links: { readonly providers: ReactNode | null; readonly budget: ReactNode | null };
  /** True if the user may change the templates of the organization. */
  canManageTemplates: boolean;
  /** The AI instruction if it is due. The prompt appears after its confirmation. */
  instruction: ReactNode | null;
  /** True until it is known whether the instruction is due. */
  isWaiting: boolean;
  /** Opens the instruction again. */
  action: ReactNode;
}

/**
 * /assistant: write or dictate a prompt, review the data that leaves the organization, and read the answer as it
 * streams.
 */
export function AssistantPage(props: AssistantPageProps) {
  const { organizationId, links, canManageTemplates, instruction, isWaiting, action } = props;
  const t = useTranslations("assistant");
  const state = useChoices(organizationId);
  const quota = useQuery(quotaQuery(organizationId));
  const { choices, chosen, stop, queries } = state;

  return (
    <div className="max-w-280">
      <PageHeader title={t("title")} subtitle={t("subtitle")} actions={action} />
      <div className="mt-4 grid gap-4">
        {stop !== null && <StopNotice stop={stop} action={links.providers} />}
        {(choices === null || quota.data === undefined) && (
          <QueryFallback query={[...queries, quota]} failedTitle={t("loadFailed")}>
            <AssistantSkeleton />
          </QueryFallback>
        )}
        {choices !== null && quota.data !== undefined && isWaiting && <AssistantSkeleton />}
        {choices !== null && quota.data !== undefined && instruction}
        {choices !== null && quota.data !== undefined && instruction === null && !isWaiting && (
          <AssistantWorkspace
            organizationId={organizationId}
            choices={choices}
            chosen={chosen}
            quota={quota.data}
            stop={stop}
            links={links}
            canManageTemplates={canManageTemplates}
            onChoose={state.choose}
          />
        )}
      </div>
    </div>
  );
}
