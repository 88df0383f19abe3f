import * as endpoints from "@praxisportal/contract/evidence/evidence.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import { mayManageEvidence } from "./evidence.policy.ts";
import type { EvidenceService } from "./evidence.service.ts";

/** Registers the calls of the evidence folders of an organization. */
export function registerEvidenceRoutes(registrar: Registrar, evidence: EvidenceService): void {
  registrar.handle(endpoints.listEvidence, ({ context }) =>
    evidence.list(authorize(context, "evidence.list", mayManageEvidence)),
  );

  registrar.handle(
    endpoints.createEvidence,
    ({ context, body }) =>
      evidence.create(authorize(context, "evidence.create", mayManageEvidence), body.years),
    (createdId, context) => evidence.get(context, createdId),
  );

  registrar.handle(endpoints.cancelEvidence, ({ context, params }) =>
    evidence.cancel(authorize(context, "evidence.cancel", mayManageEvidence), params.folderId),
  );

  registrar.handle(
    endpoints.downloadEvidence,
    ({ context, params, query }) =>
      evidence.download(
        authorize(context, "evidence.download", mayManageEvidence),
        params.folderId,
        query.format,
      ),
    undefined,
    async (context) => evidence.admit(context),
  );
}
