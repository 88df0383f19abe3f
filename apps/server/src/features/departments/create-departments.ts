import type { Feature } from "../../platform/feature.ts";
import { registerDepartmentRoutes } from "./departments.routes.ts";
import { DepartmentService } from "./departments.service.ts";

/** Creates the departments of organizations. */
export function createDepartments(): Feature {
  const departments = new DepartmentService();
  return { registerRoutes: (registrar) => registerDepartmentRoutes(registrar, departments) };
}
