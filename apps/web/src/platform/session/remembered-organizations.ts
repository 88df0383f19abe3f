import { isRecord, localValues, readJson, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** An organization to which a user has signed in on this device. The login page offers it. */
export type RememberedOrganization = { readonly organizationId: string; readonly name: string };

/** Maximum number of remembered organizations. The least recently used are dropped first. */
export const rememberedOrganizationsMax = 10;

/** Returns the organizations remembered on this device, most recently used first. A sign-out does not remove them. */
export function rememberedOrganizations(): readonly RememberedOrganization[] {
  const stored = readJson(localValues, storageKeys.rememberedOrganizations, Array.isArray) ?? [];
  return stored.filter(isRememberedOrganization).slice(0, rememberedOrganizationsMax);
}

/** Moves an organization to the top of the list, with its current name. */
export function rememberOrganization({ organizationId, name }: RememberedOrganization): void {
  const others = withoutOrganization(organizationId);
  const list = [{ organizationId, name }, ...others].slice(0, rememberedOrganizationsMax);
  writeJson(localValues, storageKeys.rememberedOrganizations, list);
}

/** Removes an organization from the list of this device. */
export function forgetOrganization(organizationId: string): void {
  writeJson(localValues, storageKeys.rememberedOrganizations, withoutOrganization(organizationId));
}

function withoutOrganization(organizationId: string): RememberedOrganization[] {
  return rememberedOrganizations().filter((organization) => organization.organizationId !== organizationId);
}

function isRememberedOrganization(value: unknown): value is RememberedOrganization {
  return isRecord(value) && typeof value["organizationId"] === "string" && typeof value["name"] === "string";
}
