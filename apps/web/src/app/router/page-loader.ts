import { inBackground } from "../../platform/api-client/background.ts";
import { sessionStore } from "../../platform/session/session.store.ts";

/** Starts fetching the data of a page. Neither waits nor throws, because the page itself shows loading and errors. */
type Start<OrganizationId> = (
  organizationId: OrganizationId,
  params: Readonly<Record<string, string>>,
  search: Readonly<Record<string, unknown>>,
) => void;

/** Starts fetching the data of a page of the selected organization. */
export type StartData = Start<string>;

/** Starts fetching the data of a page of the platform, which needs no selected organization. */
export type StartPlatformData = Start<string | null>;

interface LoaderContext {
  readonly params: Readonly<Record<string, string>>;
  readonly location: { readonly search: Readonly<Record<string, unknown>> };
  /** True if a link to the route was only hovered over. */
  readonly preload: boolean;
}

/**
 * Returns the loader of a route. It does not delay the page, which shows its placeholders in the meantime. When a
 * link is only hovered over, the calls do not count as user activity.
 */
export function createLoader(load: () => Promise<StartData>) {
  return loaderOf(load, (start, organizationId, ...rest) => {
    if (organizationId !== null) start(organizationId, ...rest);
  });
}

/** Returns the loader of a page of the platform, see {@link createLoader}. */
export function createPlatformLoader(load: () => Promise<StartPlatformData>) {
  return loaderOf(load, (start, ...context) => start(...context));
}

function loaderOf<StartPage>(
  load: () => Promise<StartPage>,
  fetch: (start: StartPage, ...context: Parameters<StartPlatformData>) => void,
) {
  // A typed parameter would affect the type inference of the route's parameters.
  return async (context: unknown): Promise<void> => {
    const { params, location, preload } = context as LoaderContext;
    // The page reports that its code could not be downloaded.
    const start = await load().catch(() => undefined);
    const { organization, restriction } = sessionStore.getState();
    if (start === undefined || restriction !== null) return;
    const run = () => fetch(start, organization?.id ?? null, params, location.search);
    if (preload) inBackground(run);
    else run();
  };
}
