import type { AccessLevel, RightsArea } from "../rights.ts";

/**
 * The rights by which the list of people is filtered: the levels of the portal's areas that a member may have. `view`
 * includes those who may change. Written out, because the tables behind `levelsOf` would increase the size of the list
 * of people.
 */
export const rightsFilters = [
  "users.view",
  "users.change",
  "security.view",
  "security.change",
  "workstations.change",
  "organizations.view",
  "organizations.change",
  "audit.view",
  "billing.view",
  "billing.change",
  "usage.view",
  "ai.change",
  "aiManagement.view",
  "aiManagement.change",
] as const satisfies readonly `${RightsArea}.${"view" | "change"}`[];
export type RightsFilter = (typeof rightsFilters)[number];

/** Returns the filter that finds members with at least a level; for no access, the lowest filter of the area. */
export function rightsFilterFor(area: RightsArea, level: AccessLevel): RightsFilter | undefined {
  const ofArea = rightsFilters.filter((filter) => filter.startsWith(`${area}.`));
  return ofArea.find((filter) => filter === `${area}.${level}`) ?? ofArea[0];
}

/** Returns the area and the level of a filter. */
export function rightsFilterParts(filter: RightsFilter): { area: RightsArea; level: "view" | "change" } {
  const [area, level] = filter.split(".") as [RightsArea, "view" | "change"];
  return { area, level };
}
