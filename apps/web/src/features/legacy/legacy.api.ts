import type * as endpoints from "@praxisportal/contract/legacy/legacy.endpoints";
import type {
  LegacyPatient,
  LegacyPractice,
  LegacyTestDescription,
} from "@praxisportal/contract/legacy/legacy.schema";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import type { Scope } from "../../entities/organization/organization-keys.ts";
import { legacyKeys } from "../../entities/legacy/legacy-keys.ts";
import { isApiError } from "../../platform/api-client/api-error.ts";
import { route } from "../../platform/api-client/route.ts";
import { type ListPagination, type ListSource, serverPages } from "../../platform/list/list-source.ts";
import { connectionInfo } from "../../platform/session/legacy/connection-info.ts";
import { legacyCall } from "../../platform/session/legacy/legacy-call.ts";
import {
  legacyHealthRoute,
  legacySignInRoute,
  legacySignOutRoute,
} from "../../platform/session/legacy/legacy.routes.ts";
import { type PatientSearch, patientSearch, type TestSearch, testSearch } from "./legacy-search.ts";

export type { LegacyPatient, LegacyPractice, LegacyTestDescription };

const practiceRoute = route<typeof endpoints.legacyPractice>()("legacy.practice", "GET", "/api/praxis");
const patientsRoute = route<typeof endpoints.legacyPatients>()("legacy.patients", "GET", "/api/patienten");
const testsRoute = route<typeof endpoints.legacyTestDescriptions>()(
  "legacy.testDescriptions",
  "GET",
  "/api/test-descriptions",
);

/** Polling interval of the legacy server's state while its page is open, in ms. */
const healthIntervalMs = 30_000;

/** Data from the legacy server is removed from memory when the page that shows it is left. */
const discardAfterUse = { gcTime: 0 } as const;

export const healthQuery = (scope: Scope) =>
  queryOptions({
    queryKey: legacyKeys.health(scope),
    queryFn: ({ signal }) => legacyCall(legacyHealthRoute, { signal, background: true }),
    refetchInterval: healthIntervalMs,
    ...discardAfterUse,
  });

export const practiceQuery = (scope: Scope) =>
  queryOptions({
    queryKey: legacyKeys.practice(scope),
    queryFn: async ({ signal }) => (await legacyCall(practiceRoute, { signal })).data,
    ...discardAfterUse,
  });

/** Returns the number of patients or tests, or null if the legacy server returned no usable response. */
export const countQuery = (scope: Scope, list: "patients" | "tests") =>
  queryOptions({
    queryKey: [...legacyKeys[list](scope), "count"],
    queryFn: async ({ signal }) => {
      const options = { query: { limit: 1 }, signal };
      const { available, pagination } = await (list === "patients"
        ? legacyCall(patientsRoute, options)
        : legacyCall(testsRoute, options));
      return available ? pagination.total : null;
    },
    ...discardAfterUse,
  });

/** A list of the legacy server, and whether that server returned a usable response. Undefined while it is loading. */
export type LegacyList<Row> = ListSource<Row> & { readonly available: boolean | undefined };

/** The legacy server returned no usable response for one of the pages. */
class ListUnavailable extends Error {}

interface LegacyPage<Row> {
  readonly data: readonly Row[];
  readonly pagination: ListPagination;
  readonly available: boolean;
}

function useLegacyList<Row>(
  queryKey: readonly unknown[],
  load: (change: { page?: number; limit?: number }, signal?: AbortSignal) => Promise<LegacyPage<Row>>,
): LegacyList<Row> {
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => load({}, signal),
    placeholderData: keepPreviousData,
    ...discardAfterUse,
  });
  const source = serverPages<Row>(query, async (page, limit) => {
    const loaded = await load({ page, limit });
    if (!loaded.available) throw new ListUnavailable();
    return loaded;
  });
  return { ...source, available: query.data?.available };
}

export function usePatients(scope: Scope, search: PatientSearch): LegacyList<LegacyPatient> {
  const query = { ...search, ...patientSearch.sortOf(search) };
  return useLegacyList([...legacyKeys.patients(scope), query], (change, signal) =>
    legacyCall(patientsRoute, { query: { ...query, ...change }, signal }),
  );
}

export function useTestDescriptions(scope: Scope, search: TestSearch): LegacyList<LegacyTestDescription> {
  const query = { ...search, ...testSearch.sortOf(search) };
  return useLegacyList([...legacyKeys.tests(scope), query], (change, signal) =>
    legacyCall(testsRoute, { query: { ...query, ...change }, signal }),
  );
}

/** Returns whether the session of the portal must sign in to the legacy server first. */
export function needsSignIn(error: Error | null): boolean {
  return isApiError(error, "LEGACY_SIGN_IN_REQUIRED");
}

/**
 * Signs the portal's session in to the legacy server.
 * @throws ApiError LEGACY_LOGIN_REFUSED, LEGACY_OTHER_PRACTICE, LEGACY_ACCOUNT_LOCKED, LEGACY_UNREACHABLE.
 */
export async function signInToLegacy(account: { username: string; password: string }): Promise<void> {
  await legacyCall(legacySignInRoute, { body: { ...account, connectionInfo: connectionInfo() } });
}

/** Ends the portal session's sign-in to the legacy server. */
export async function signOutFromLegacy(): Promise<void> {
  await legacyCall(legacySignOutRoute);
}
