import { LazyOrganizationList } from "../../features/organizations/lazy-organization-list.ts";
import type { RenderOrganizationPicker } from "../../features/org-tokens/list/use-token-filters.tsx";

/** Renders an organization filter with a search. */
export const renderOrganizationPicker: RenderOrganizationPicker = (choose) => (
  <LazyOrganizationList currentId={null} searchable onChoose={choose} />
);
