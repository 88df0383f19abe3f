import { useQuery } from "@tanstack/react-query";
import Cpu from "lucide-react/icons/cpu";

import { useTranslations } from "use-intl";
import { modelsQuery, providersWithModelsQuery } from "../../../entities/provider/provider.api.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { lazyCard } from "../../../platform/loading/lazy-card.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { EmptyState } from "../../../ui/feedback/empty-state.tsx";
import { PageHeader } from "../../../ui/layout/page-header.tsx";
import { type AiScope } from "../ai.api.ts";
import { ProviderList, ProviderListSkeleton } from "./provider-list.tsx";
import { BackLink } from "../back-link.tsx";
import { SwitchCard } from "../switches/switch-card.tsx";

// Loaded on demand, because most visits need only the list.
const ProviderPage = lazyCard(async () => (await import("./provider-page.tsx")).ProviderPage);

interface ProvidersPageProps {
  scope: AiScope;
  /** Key of the provider to show, or undefined for the list. */
  selected: string | undefined;
  /** True if the user may stop AI use for the whole platform. */
  canStop: boolean;
}

/** /ai-providers: the list of providers, or one of them. */
export function ProvidersPage({ scope, selected, canStop }: ProvidersPageProps) {
  const t = useTranslations("ai-providers");
  const query = useQuery(providersWithModelsQuery(scope));
  const { data, isError } = query;
  const provider = data?.data.find(({ key }) => key === selected);
  // Loaded before the page renders, because missing models are reported at its top.
  const models = useQuery({
    ...modelsQuery(scope, provider?.key ?? ""),
    enabled: provider !== undefined,
  });
  if (provider !== undefined && !models.isPending)
    return <ProviderPage key={provider.key} scope={scope} provider={provider} canStop={canStop} />;
  const isUnknown = selected !== undefined && data !== undefined && provider === undefined;
  const isLoading = (data === undefined && !isError) || provider !== undefined;
  return (
    <>
      {selected !== undefined && <BackLink />}
      <PageHeader title={t("title")} subtitle={t("subtitle")} />
      <div className="mt-4 grid gap-4">
        {isLoading && <ProviderListSkeleton />}
        {data === undefined && isError && (
          <Card>
            <QueryFallback query={query} failedTitle={t("failed")} />
          </Card>
        )}
        {isUnknown && (
          <Card>
            <EmptyState icon={Cpu} title={t("unknown")} text={t("unknownText")} />
          </Card>
        )}
        {data !== undefined && !isUnknown && !isLoading && (
          <>
            <SwitchCard target={{ scope: "platform" }} stopped={data.stopped} canStop={canStop} />
            {data.data.length === 0 ? (
              <Card>
                <EmptyState icon={Cpu} title={t("empty")} text={t("emptyText")} />
              </Card>
            ) : (
              <ProviderList providers={data.data} />
            )}
          </>
        )}
      </div>
    </>
  );
}
