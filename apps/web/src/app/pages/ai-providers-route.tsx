import { useSearch } from "@tanstack/react-router";
import { ProvidersPage } from "../../features/ai/providers/providers-page.tsx";
import { sessionHasRole } from "../../platform/session/session-access.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { providersWithModelsQuery } from "../../entities/provider/provider.api.ts";
import { queryClient } from "../providers/query-client.ts";
import type { StartPlatformData } from "../router/page-loader.ts";

export const startAiProvidersData: StartPlatformData = (organizationId) =>
  void queryClient.prefetchQuery(providersWithModelsQuery(organizationId));

/** /ai-providers: for platform administrators. Only a super_admin may stop AI for all organizations. */
export function AiProvidersRoute() {
  const { provider } = useSearch({ from: "/signed-in/ai-providers" });
  const scope = useSession((session) => session.organization?.id ?? null);
  const canStop = useSession((session) => sessionHasRole(session, ["super_admin"]));
  return <ProvidersPage scope={scope} selected={provider} canStop={canStop} />;
}
