import { isRecord, readJson, tabValues, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** A practice as the frame shows it. */
export type SelectedOrganization = { readonly id: string; readonly name: string };

/** The practice this tab works in; null for a person of the platform who has chosen none. */
export function selectedOrganization(): SelectedOrganization | null {
  return readJson(tabValues, storageKeys.selectedOrganization, isSelectedOrganization);
}

/** Changes the practice of this tab; other tabs keep theirs. */
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
