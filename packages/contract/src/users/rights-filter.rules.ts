import type { AccessLevel, RightsArea } from "../rights.ts";

/**
 * Rights by which the list of people can be filtered: the levels of the portal's areas that a member may have. `view`
 * includes members who may change. The rights are written out, because the tables behind `levelsOf` would increase the
 * size of the page.
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

/** Returns the filter that finds members with at least a level. For no access, it is the lowest filter of the area. */
export function rightsFilterFor(area: RightsArea, level: AccessLevel): RightsFilter | undefined {
  const areaFilters = rightsFilters.filter((filter) => filter.startsWith(`${area}.`));
  return areaFilters.find((filter) => filter === `${area}.${level}`) ?? areaFilters[0];
}

/** Returns the area and the level of a filter. */
export function rightsFilterParts(filter: RightsFilter): { area: RightsArea; level: "view" | "change" } {
  const [area, level] = filter.split(".") as [RightsArea, "view" | "change"];
  return { area, level };
}
