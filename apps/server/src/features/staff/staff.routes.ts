import * as endpoints from "@praxisportal/contract/staff/staff.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { EmploymentService } from "./employment.service.ts";
import { JoiningService } from "./joining.service.ts";
import { LeavingService } from "./leaving.service.ts";
import { mayManageStaff } from "./staff.policy.ts";
import type { StaffParts } from "./staff-parts.ts";

/** Registers onboarding and offboarding. */
export function registerStaffRoutes(registrar: Registrar, parts: StaffParts): void {
  const employment = new EmploymentService(parts);
  const joining = new JoiningService(parts, employment);
  const leaving = new LeavingService(parts, employment);

  registrar.handle(endpoints.startJoining, ({ context, body }) =>
    joining.start(authorize(context, "staff.startJoining", mayManageStaff), body),
  );

  registrar.handle(endpoints.getEmployment, ({ context, params }) =>
    employment.get(context.organization.db, params.id),
  );

  registrar.handle(endpoints.updateEmployment, ({ context, params, body }) =>
    employment.update(authorize(context, "staff.updateEmployment", mayManageStaff), params.id, body),
  );

  registrar.handle(endpoints.previewLeaving, ({ context, params }) =>
    leaving.preview(authorize(context, "staff.previewLeaving", mayManageStaff), params.id),
  );

  registrar.handle(endpoints.planLeaving, ({ context, params, body }) =>
    leaving.plan(authorize(context, "staff.planLeaving", mayManageStaff), params.id, body),
  );

  registrar.handle(endpoints.cancelLeaving, ({ context, params }) =>
    leaving.cancel(authorize(context, "staff.cancelLeaving", mayManageStaff), params.id),
  );

  registrar.handle(endpoints.tickItem, ({ context, params, body }) =>
    employment.tick(authorize(context, "staff.tickItem", mayManageStaff), params.id, body),
  );
}
