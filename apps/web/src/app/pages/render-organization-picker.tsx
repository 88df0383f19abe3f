import { OrganizationList } from "../../features/organizations/organization-list.tsx";
import type { RenderOrganizationPicker } from "../../features/org-tokens/list/use-token-filters.tsx";

/** Organizations to filter by, with a search over all of them. */
export const renderOrganizationPicker: RenderOrganizationPicker = (choose) => (
  <OrganizationList currentId={null} searchable onChoose={choose} />
);
