import type { Department } from "@praxisportal/contract/departments/departments.schema";
import type { DepartmentRow } from "./departments.queries.ts";

/** Returns a department as its organization sees it. */
export function presentDepartment({ id, name, members }: DepartmentRow): Department {
  return { id, _id: id, name, memberCount: members };
}
