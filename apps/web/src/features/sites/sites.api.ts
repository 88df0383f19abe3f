import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type * as endpoints from "@praxisportal/contract/sites/sites.endpoints";
import type { Site } from "@praxisportal/contract/sites/sites.schema";
import { call } from "../../platform/api-client/call.ts";
import { route } from "../../platform/api-client/route.ts";

export type { Site };

const path = "/api/v1/organizations/{id}/sites";
const sitePath = `${path}/{siteId}` as const;
const createRoute = route<typeof endpoints.createSite>()("sites.create", "POST", path);
const updateRoute = route<typeof endpoints.updateSite>()("sites.update", "PUT", sitePath);
const removeRoute = route<typeof endpoints.removeSite>()("sites.remove", "DELETE", sitePath);

/** Creates a site, or updates `site`, and returns it. @throws ApiError ALREADY_EXISTS, PRECONDITION_FAILED. */
export async function saveSite(
  organizationId: string,
  site: Pick<Site, "id" | "version" | "name"> | null,
  body: BodyInputOf<typeof endpoints.createSite>,
  idempotencyKey: string,
): Promise<Site> {
  if (site === null) return call(createRoute, { params: { id: organizationId }, body, idempotencyKey });
  return updateSite(organizationId, site, body);
}

/** @throws ApiError as {@link saveSite}. */
export function updateSite(
  organizationId: string,
  site: Pick<Site, "id" | "version" | "name">,
  body: BodyInputOf<typeof endpoints.createSite>,
): Promise<Site> {
  const params = { id: organizationId, siteId: site.id };
  const { name, ...rest } = body;
  const changes = name === site.name ? rest : body;
  return call(updateRoute, { params, body: changes, ifMatch: site.version });
}

/** @throws ApiError PRECONDITION_FAILED when the site has changed since it was read. */
export async function removeSite(
  organizationId: string,
  { id, version }: Pick<Site, "id" | "version">,
): Promise<void> {
  await call(removeRoute, { params: { id: organizationId, siteId: id }, ifMatch: version });
}
