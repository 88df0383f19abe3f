import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { organizationQuery } from "../../entities/organization/organization.api.ts";
import type { Region } from "../../platform/i18n/languages.ts";
import { setRegion, setTimeZone } from "../../platform/i18n/store.ts";
import { waitAtMost } from "../../platform/loading/wait-at-most.ts";
import { renameOrganization } from "../../platform/session/session.actions.ts";
import { sessionAllows } from "../../platform/session/session-access.ts";
import { sessionStore, useSession, type SessionState } from "../../platform/session/session.store.ts";
import { queryClient } from "./query-client.ts";

/** The zone in which the server counts the days of the platform. */
const platformTimeZone = "Europe/Berlin";

/** Maximum time the first page waits for the organization's settings. */
const waitMs = 2_000;

type Settings = { readonly country: Region; readonly timezone: string };

/** Returns the query of the selected organization, enabled if the user may read it. */
function selectedQuery(session: SessionState) {
  const { organization, restriction } = session;
  const canRead = restriction === null && sessionAllows(session, "organizations:read");
  return { ...organizationQuery(organization?.id ?? ""), enabled: organization !== null && canRead };
}

/** Returns the selected organization, or undefined while it is loading or if the user may not read it. */
export function useSelectedOrganization(): Organization | undefined {
  const session = useSession((state) => state);
  return useQuery(selectedQuery(session)).data;
}

/** Applies the settings. Without them, the formats and the time zone of the browser apply. */
async function apply(settings: Partial<Settings>): Promise<void> {
  setTimeZone(settings.timezone);
  // If the texts of the region cannot be loaded, the region stays unchanged. The next page tries again.
  await setRegion(settings.country).catch(() => undefined);
}

/**
 * Applies the country and the time zone of the selected organization, so that the first page does not show times that
 * change afterwards. If the server is slow or fails, the page opens with the browser's settings.
 */
export async function applyOrganizationRegion(): Promise<void> {
  const session = sessionStore.getState();
  const { enabled, ...query } = selectedQuery(session);
  if (session.organization === null) await apply({ timezone: platformTimeZone });
  if (!enabled) return;
  const organization = await waitAtMost(waitMs, queryClient.ensureQueryData(query));
  if (organization !== undefined) await apply(organization);
}

/**
 * Applies the selected organization's formats, time zone and name, and follows changes of its settings. The browser's
 * formats apply if the user may not read the organization or its settings cannot be loaded.
 */
export function useOrganizationRegion(): void {
  const session = useSession((state) => state);
  const isPlatform = session.organization === null;
  const query = selectedQuery(session);
  const { data, isError } = useQuery(query);
  const { id, name, country } = data ?? {};
  const timezone = data?.timezone;
  useEffect(() => {
    if (id !== undefined && name !== undefined) renameOrganization({ id, name });
  }, [id, name]);
  const isUnknown = !query.enabled || isError;
  useEffect(() => {
    if (isPlatform) void apply({ timezone: platformTimeZone });
    else if (country !== undefined && timezone !== undefined) void apply({ country, timezone });
    else if (isUnknown) void apply({});
  }, [isPlatform, country, timezone, isUnknown]);
}
