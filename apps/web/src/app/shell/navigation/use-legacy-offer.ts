import { useQuery } from "@tanstack/react-query";
import { legacyKeys } from "../../../entities/legacy/legacy-keys.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { readStart } from "../../../platform/session/start-data.ts";
import { portalConfig } from "../../../platform/storage/portal-config.ts";

/** Returns whether the selected organization has a legacy practice server. The start data contains this. */
export function useLegacyOffer(): boolean {
  const id = useSession(({ organization, restriction }) =>
    restriction === null ? organization?.id : undefined,
  );
  const { data } = useQuery({
    queryKey: legacyKeys.offer(id ?? null),
    queryFn: () => readStart("offersClassicMode"),
    enabled: id !== undefined && portalConfig().features.legacy,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data === true;
}
