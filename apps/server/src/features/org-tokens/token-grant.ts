import type { RequestOrigin } from "../../platform/request-context/request-context.ts";
import type { Grant } from "./application-tokens.service.ts";

/** Builds the grant of a request, without duplicate scopes. */
export function grantOf(
  body: {
    applicationId: string;
    applicationType: string;
    applicationName?: string | undefined;
    scope: readonly string[];
  },
  origin: RequestOrigin,
  usageOwner: Pick<Grant, "personId" | "organization">,
): Grant {
  return {
    ...usageOwner,
    applicationId: body.applicationId,
    applicationName: body.applicationName ?? body.applicationId,
    applicationType: body.applicationType,
    scopes: [...new Set(body.scope)],
    address: origin.address,
  };
}
