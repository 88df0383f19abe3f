import type * as endpoints from "@praxisportal/contract/organizations/organizations.endpoints";
import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { queryOptions } from "@tanstack/react-query";
import { organizationKeys } from "../../../entities/organization/organization-keys.ts";
import { callUpload } from "../../../platform/api-client/call-upload.ts";
import { call } from "../../../platform/api-client/call.ts";
import { inOrganization } from "../../../platform/api-client/in-organization.ts";
import { route } from "../../../platform/api-client/route.ts";

const path = "/api/v1/organizations/{id}/logo";
const getRoute = route<typeof endpoints.getLogo>()("organizations.getLogo", "GET", path);
const storeRoute = route<typeof endpoints.storeLogo>()("organizations.storeLogo", "PUT", path);
const removeRoute = route<typeof endpoints.removeLogo>()("organizations.removeLogo", "DELETE", path);

/** A stored logo, ready to be shown. */
export interface LogoImage {
  /** A data URL, because an image element sends no token. */
  readonly url: string;
  readonly bytes: number;
}

/**
 * Returns the query for the stored logo of an organization.
 *
 * @param logo The logo field of the organization, which changes with the content.
 */
export function logoQuery(organizationId: string, logo: string) {
  return queryOptions({
    queryKey: [...organizationKeys.logo(organizationId), logo],
    queryFn: async ({ signal }) => {
      const received: { blob?: Blob } = {};
      await call(getRoute, {
        ...inOrganization(organizationId),
        signal,
        async read(response) {
          received.blob = await response.blob();
        },
      });
      const blob = received.blob ?? new Blob();
      return { url: await dataUrlOf(blob), bytes: blob.size } satisfies LogoImage;
    },
  });
}

function dataUrlOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => resolve(reader.result as string));
    reader.addEventListener("error", () => reject(reader.error ?? new Error("The logo cannot be read")));
    reader.readAsDataURL(blob);
  });
}

/** Stores a logo in place of the current one. @throws ApiError STORAGE_LIMIT_REACHED. */
export function storeLogo(id: string, file: File): Promise<Organization> {
  return callUpload(storeRoute, { name: "logo", file, fields: {} }, inOrganization(id));
}

/** @throws ApiError. */
export async function removeLogo(id: string): Promise<void> {
  await call(removeRoute, inOrganization(id));
}
