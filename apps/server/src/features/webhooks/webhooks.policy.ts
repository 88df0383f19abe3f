import type { Principal } from "@praxisportal/contract/permissions";
import { webhookOwnerRole } from "../../directory/webhooks/webhook-owners.queries.ts";

/** Returns whether the caller may manage the webhooks of an organization. */
export function mayManageWebhooks({ role }: Principal): boolean {
  return role === "super_admin" || role === webhookOwnerRole;
}
