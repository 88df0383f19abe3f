import { LazyOrganizationList } from "../../features/organizations/lazy-organization-list.ts";
import type { RenderOrganizationPicker } from "../../features/org-tokens/list/use-token-filters.tsx";

/** Organizations to filter by, with a search over all of them. */
export const renderOrganizationPicker: RenderOrganizationPicker = (choose) => (
  <LazyOrganizationList currentId={null} searchable onChoose={choose} />
);
