import * as endpoints from "@praxisportal/contract/departments/departments.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { mayManageDepartments } from "./departments.policy.ts";
import type { DepartmentService } from "./departments.service.ts";

/** Registers the departments of an organization. */
export function registerDepartmentRoutes(registrar: Registrar, departments: DepartmentService): void {
  const manager = (context: RequestContext) => authorize(context, "departments.manage", mayManageDepartments);

  registrar.handle(endpoints.listDepartments, ({ context }) => departments.list(context.organization.db));

  registrar.handle(
    endpoints.createDepartment,
    ({ context, body }) => departments.create(manager(context), body.name),
    (createdId, context) => departments.get(context, createdId),
  );

  registrar.handle(endpoints.renameDepartment, ({ context, params, body }) =>
    departments.rename(manager(context), params.departmentId, body.name),
  );

  registrar.handle(endpoints.mergeDepartment, ({ context, params, body }) =>
    departments.merge(manager(context), params.departmentId, body.into),
  );

  registrar.handle(endpoints.removeDepartment, ({ context, params }) =>
    departments.remove(manager(context), params.departmentId),
  );
}
