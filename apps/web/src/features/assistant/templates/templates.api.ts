import type * as endpoints from "@praxisportal/contract/ai-templates/ai-templates.endpoints";
import type { AiTemplate, SaveAiTemplate } from "@praxisportal/contract/ai-templates/ai-templates.schema";
import { queryOptions } from "@tanstack/react-query";
import { providerKeys } from "../../../entities/provider/provider.api.ts";
import { call } from "../../../platform/api-client/call.ts";
import { route } from "../../../platform/api-client/route.ts";

export type { AiTemplate };

const [ownPath, sharedPath] = ["/api/ai/templates", "/api/ai/shared-templates"] as const;
const [ownTemplatePath, sharedTemplatePath] = [
  `${ownPath}/{templateId}`,
  `${sharedPath}/{templateId}`,
] as const;
const listRoute = route<typeof endpoints.listAiTemplates>()("aiTemplates.list", "GET", ownPath);
const createRoute = route<typeof endpoints.createAiTemplate>()("aiTemplates.create", "POST", ownPath);
const updateRoute = route<typeof endpoints.updateAiTemplate>()("aiTemplates.update", "PUT", ownTemplatePath);
const removeRoute = route<typeof endpoints.removeAiTemplate>()(
  "aiTemplates.remove",
  "DELETE",
  ownTemplatePath,
);
const createSharedRoute = route<typeof endpoints.createSharedAiTemplate>()(
  "aiTemplates.createShared",
  "POST",
  sharedPath,
);
const updateSharedRoute = route<typeof endpoints.updateSharedAiTemplate>()(
  "aiTemplates.updateShared",
  "PUT",
  sharedTemplatePath,
);
const removeSharedRoute = route<typeof endpoints.removeSharedAiTemplate>()(
  "aiTemplates.removeShared",
  "DELETE",
  sharedTemplatePath,
);

/** Returns the query for the user's own templates and the templates of the organization, by name. */
export function templatesQuery(organizationId: string) {
  return queryOptions({
    queryKey: providerKeys.templates(organizationId),
    queryFn: ({ signal }) => call(listRoute, { signal }),
  });
}

/** @throws ApiError AI_TEMPLATE_PERSONAL_DATA for a text with names, ALREADY_EXISTS when the name is taken. */
export async function createTemplate(
  isShared: boolean,
  body: SaveAiTemplate,
  idempotencyKey: string,
): Promise<void> {
  if (isShared) await call(createSharedRoute, { body, idempotencyKey });
  else await call(createRoute, { body, idempotencyKey });
}

/** @throws ApiError as {@link createTemplate}. */
export async function updateTemplate({ id, isShared }: AiTemplate, body: SaveAiTemplate): Promise<void> {
  const params = { templateId: id };
  if (isShared) await call(updateSharedRoute, { params, body });
  else await call(updateRoute, { params, body });
}

/** @throws ApiError. */
export async function removeTemplate({ id, isShared }: AiTemplate): Promise<void> {
  const params = { templateId: id };
  if (isShared) await call(removeSharedRoute, { params });
  else await call(removeRoute, { params });
}
