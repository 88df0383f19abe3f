import * as endpoints from "@praxisportal/contract/ai-templates/ai-templates.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { mayKeepOwnTemplates, mayManageSharedTemplates } from "./ai-templates.policy.ts";
import type { AiTemplateService } from "./ai-templates.service.ts";

/** Registers own and shared prompt templates, and the names that are marked in prompts. */
export function registerAiTemplateRoutes(registrar: Registrar, templates: AiTemplateService): void {
  const user = (context: RequestContext) => authorize(context, "aiTemplates.keepOwn", mayKeepOwnTemplates);
  const manager = (context: RequestContext) =>
    authorize(context, "aiTemplates.manageShared", mayManageSharedTemplates);

  registrar.handle(endpoints.listAiTemplates, ({ context }) => templates.list(context));

  registrar.handle(endpoints.listAiKnownNames, ({ context }) => templates.knownNames(context));

  registrar.handle(
    endpoints.createAiTemplate,
    ({ context, body }) => templates.create(user(context), "own", body),
    (createdId, context) => templates.get(context, "own", createdId),
  );

  registrar.handle(endpoints.updateAiTemplate, ({ context, params, body }) =>
    templates.update(user(context), "own", params.templateId, body),
  );

  registrar.handle(endpoints.removeAiTemplate, ({ context, params }) =>
    templates.remove(user(context), "own", params.templateId),
  );

  registrar.handle(
    endpoints.createSharedAiTemplate,
    ({ context, body }) => templates.create(manager(context), "shared", body),
    (createdId, context) => templates.get(context, "shared", createdId),
  );

  registrar.handle(endpoints.updateSharedAiTemplate, ({ context, params, body }) =>
    templates.update(manager(context), "shared", params.templateId, body),
  );

  registrar.handle(endpoints.removeSharedAiTemplate, ({ context, params }) =>
    templates.remove(manager(context), "shared", params.templateId),
  );
}
