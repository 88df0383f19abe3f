import { lazyPart } from "../../platform/loading/lazy-part.tsx";

/**
 * The organizations to choose from. Loaded on demand, because most users belong to only one, and every page would load
 * the list.
 */
export const LazyOrganizationList = lazyPart(
  async () => (await import("./organization-list.tsx")).OrganizationList,
);
