import * as endpoints from "@praxisportal/contract/staff/staff.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { getBoard } from "./board.service.ts";
import { EmploymentService } from "./employment.service.ts";
import { OnboardingService } from "./onboarding.service.ts";
import { OffboardingService } from "./offboarding.service.ts";
import { mayManageStaff } from "./staff.policy.ts";
import { TemplateService } from "./template.service.ts";
import type { StaffDependencies } from "./staff-dependencies.ts";

/** Registers onboarding and offboarding. */
export function registerStaffRoutes(registrar: Registrar, dependencies: StaffDependencies): void {
  const employment = new EmploymentService(dependencies);
  const onboarding = new OnboardingService(dependencies, employment);
  const offboarding = new OffboardingService(dependencies, employment);
  const templates = new TemplateService(dependencies);

  registrar.handle(
    endpoints.startOnboarding,
    ({ context, body }) =>
      onboarding.start(authorize(context, "staff.startOnboarding", mayManageStaff), body),
    (createdId, context) => onboarding.started(context.organization.db, createdId),
  );

  registrar.handle(endpoints.getEmployment, ({ context, params }) =>
    employment.get(context.organization.db, params.id),
  );

  registrar.handle(endpoints.updateEmployment, ({ context, params, body }) =>
    employment.update(authorize(context, "staff.updateEmployment", mayManageStaff), params.id, body),
  );

  registrar.handle(endpoints.previewOffboarding, ({ context, params }) =>
    offboarding.preview(authorize(context, "staff.previewOffboarding", mayManageStaff), params.id),
  );

  registrar.handle(endpoints.planOffboarding, ({ context, params, body }) =>
    offboarding.plan(authorize(context, "staff.planOffboarding", mayManageStaff), params.id, body),
  );

  registrar.handle(endpoints.cancelOffboarding, ({ context, params }) =>
    offboarding.cancel(authorize(context, "staff.cancelOffboarding", mayManageStaff), params.id),
  );

  registrar.handle(endpoints.getStaffBoard, ({ context, query }) =>
    getBoard(context.organization.db, query, dependencies.clock.now()),
  );

  registrar.handle(endpoints.listOnboardingTemplates, ({ context }) =>
    templates.list(context.organization.db),
  );

  registrar.handle(endpoints.setOnboardingTemplate, ({ context, body }) =>
    templates.set(authorize(context, "staff.setTemplate", mayManageStaff), body),
  );

  registrar.handle(endpoints.setChecklistItem, ({ context, params, body }) =>
    employment.setChecklistItem(
      authorize(context, "staff.setChecklistItem", mayManageStaff),
      params.id,
      body,
    ),
  );
}
