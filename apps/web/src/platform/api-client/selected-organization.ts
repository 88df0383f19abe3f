import { isRecord, readJson, tabValues, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** An organization as the layout shows it. */
export type SelectedOrganization = { readonly id: string; readonly name: string };

/** Returns the selected organization of this tab, or null for a platform user who has selected none. */
export function selectedOrganization(): SelectedOrganization | null {
  return readJson(tabValues, storageKeys.selectedOrganization, isSelectedOrganization);
}

/** Stores the selected organization of this tab. Other tabs keep theirs. */
export function storeSelectedOrganization(organization: SelectedOrganization | null): void {
  if (organization === null) tabValues.remove(storageKeys.selectedOrganization);
  else {
    const { id, name } = organization;
    writeJson(tabValues, storageKeys.selectedOrganization, { id, name });
  }
}

function isSelectedOrganization(value: unknown): value is SelectedOrganization {
  return isRecord(value) && typeof value["id"] === "string" && typeof value["name"] === "string";
}
