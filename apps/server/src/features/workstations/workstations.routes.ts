import * as endpoints from "@praxisportal/contract/workstations/workstations.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayManageWorkstations } from "./workstations.policy.ts";
import type { WorkstationService } from "./workstations.service.ts";

/** Registers the workstations of an organization. */
export function registerWorkstationRoutes(registrar: Registrar, workstations: WorkstationService): void {
  registrar.handle(endpoints.listWorkstations, ({ context, query }) =>
    workstations.list(authorize(context, "workstations.list", mayManageWorkstations), query),
  );

  registrar.handle(endpoints.updateWorkstation, ({ context, params, body, ifMatch }) =>
    workstations.update(
      authorize(context, "workstations.update", mayManageWorkstations),
      params.workstationId,
      body,
      ifMatch,
    ),
  );

  registrar.handle(endpoints.removeWorkstation, ({ context, params }) =>
    workstations.remove(
      authorize(context, "workstations.remove", mayManageWorkstations),
      params.workstationId,
    ),
  );
}
