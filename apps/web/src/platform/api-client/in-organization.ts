/**
 * Returns the options of a call whose path names an organization. The header names the same organization, because the
 * operator also reads and changes organizations other than the tab's current one.
 */
export function inOrganization(id: string) {
  return { params: { id }, headers: { "X-Organization-Id": id } };
}
