import { lazyPart } from "../../platform/loading/lazy-part.tsx";

/** The organizations to choose from. Lazy: most users belong to one, and every page would load it. */
export const LazyOrganizationList = lazyPart(
  async () => (await import("./organization-list.tsx")).OrganizationList,
);
