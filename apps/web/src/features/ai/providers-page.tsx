import { useQuery } from "@tanstack/react-query";
import Cpu from "lucide-react/icons/cpu";
import { lazy, Suspense } from "react";
import { useTranslations } from "use-intl";
import { LoadFailed } from "../../platform/app-state/load-failed.tsx";
import { Card } from "../../ui/card.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { type AiPlace, modelsQuery, providersQuery } from "./ai.api.ts";
import { ProviderList, ProviderListSkeleton } from "./provider-list.tsx";
import { BackLink } from "./back-link.tsx";
import { SwitchCard } from "./switch-card.tsx";

// Lazy: most visits need only the list.
const ProviderPage = lazy(async () => ({ default: (await import("./provider-page.tsx")).ProviderPage }));

interface ProvidersPageProps {
  place: AiPlace;
  /** Key of the provider to show; undefined for the list. */
  selected: string | undefined;
  /** Whether the user may stop AI use for the whole platform. */
  mayStop: boolean;
  tell: (message: string) => void;
}

/** /ai-providers: the list of providers, or one of them. */
export function ProvidersPage({ place, selected, mayStop, tell }: ProvidersPageProps) {
  const t = useTranslations("ai-providers");
  const { data, error, isError, isFetching, refetch } = useQuery(providersQuery(place));
  const provider = data?.data.find(({ key }) => key === selected);
  // Loaded before the page renders: missing models are reported at its top.
  const models = useQuery({
    ...modelsQuery(place, provider?.key ?? ""),
    enabled: provider !== undefined,
  });
  if (provider !== undefined && !models.isPending)
    return (
      <Suspense fallback={null}>
        <ProviderPage key={provider.key} place={place} provider={provider} mayStop={mayStop} tell={tell} />
      </Suspense>
    );
  const isUnknown = selected !== undefined && data !== undefined && provider === undefined;
  const isLoading = (data === undefined && !isError) || provider !== undefined;
  return (
    <>
      {selected !== undefined && <BackLink />}
      <PageHead title={t("title")} fact={t("fact")} />
      <div className="mt-4 grid max-w-300 gap-4">
        {isLoading && <ProviderListSkeleton />}
        {data === undefined && isError && (
          <Card>
            <LoadFailed
              title={t("failed")}
              error={error}
              retrying={isFetching}
              onRetry={() => void refetch()}
            />
          </Card>
        )}
        {isUnknown && (
          <Card>
            <EmptyState icon={Cpu} title={t("unknown")} text={t("unknownText")} />
          </Card>
        )}
        {data !== undefined && !isUnknown && !isLoading && (
          <>
            <SwitchCard target={{ scope: "platform" }} stopped={data.stopped} may={mayStop} tell={tell} />
            {data.data.length === 0 ? (
              <Card>
                <EmptyState icon={Cpu} title={t("empty")} text={t("emptyText")} />
              </Card>
            ) : (
              <ProviderList place={place} providers={data.data} />
            )}
          </>
        )}
      </div>
    </>
  );
}
