import { defaultApplicationId, defaultApplicationType } from "@praxisportal/contract/limits";
import type { Me } from "@praxisportal/contract/users/users.schema";
import type { SelectedOrganization } from "../api-client/selected-organization.ts";
import { isRecord, localValues, writeJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";

/** The data that the browser stores about a user. It is sufficient to greet them and to detect another user. */
export type StoredPerson = {
  readonly id: string;
  readonly displayName: string;
  readonly role: Me["role"]["type"];
  readonly permissions: readonly string[];
};

/** Returns whether a stored value is a user of this version. */
export function isStoredPerson(value: unknown): value is StoredPerson {
  if (!isRecord(value) || !Array.isArray(value["permissions"])) return false;
  return [value["id"], value["displayName"], value["role"]].every((item) => typeof item === "string");
}

/** Returns the first and last name, or else the username, or else the e-mail address. */
function displayName(user: Pick<Me, "personalInfo" | "username" | "email">): string {
  const { firstName, lastName } = user.personalInfo;
  return `${firstName} ${lastName}`.trim() || (user.username ?? user.email ?? "");
}

/** Reduces the user to the data that may be stored. */
function toStoredPerson(user: Me): StoredPerson {
  const { type, permissions } = user.role;
  return { id: user.id, displayName: displayName(user), role: type, permissions };
}

/** Stores the reduced user and organization, and the id of this application. */
export function storePerson(user: Me, organization: SelectedOrganization | null): void {
  writeJson(localValues, storageKeys.user, toStoredPerson(user));
  if (organization === null) {
    localValues.remove(storageKeys.organization);
    localValues.remove(storageKeys.praxis);
  } else {
    writeJson(localValues, storageKeys.organization, { id: organization.id, displayName: organization.name });
    localValues.set(storageKeys.praxis, organization.id);
  }
  localValues.set(storageKeys.applicationId, defaultApplicationId);
  localValues.set(storageKeys.applicationType, defaultApplicationType);
}
