import { settingsLanguage } from "@praxisportal/contract/languages";
import type { Me } from "@praxisportal/contract/users/users.schema";
import { selectedOrganization, storeSelectedOrganization } from "../api-client/selected-organization.ts";
import type { SelectedOrganization } from "../api-client/selected-organization.ts";
import { setTabUserId } from "../api-client/session-signals.ts";
import { isRecord, localValues, readJson } from "../storage/browser-storage.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { themeStore } from "../theme/theme-store.ts";
import { endSession } from "./clear-session.ts";
import { setOwnSession } from "./own-session.ts";
import { evaluateSession } from "./session-monitor.ts";
import { emptySession, sessionStore } from "./session.store.ts";
import { isStoredPerson, type StoredPerson } from "./stored-person.ts";
import { lastActivityMs } from "./times/last-activity.ts";
import { remainingMs, storedTimes } from "./times/session-times.ts";

/**
 * Starts the session in this tab from the data that the browser stores, because the server does not respond. The stored
 * rights grant no access, because the server checks every call when it can be reached again. Returns false if nothing
 * is stored. Removes a session that has ended meanwhile.
 */
export function beginStoredSession(): boolean {
  const person = readJson(localValues, storageKeys.user, isStoredPerson);
  const times = storedTimes();
  if (person === null || times === null) return false;
  const verdict = evaluateSession(times, lastActivityMs(), Date.now());
  if (verdict === "expired" || verdict === "inactive") {
    endSession(verdict);
    return false;
  }
  const organization = selectedOrganization() ?? storedOrganization();
  storeSelectedOrganization(organization);
  setTabUserId(person.id);
  setOwnSession(true);
  sessionStore.setState(
    {
      ...emptySession,
      status: "signedIn",
      authenticated: true,
      isUnconfirmed: true,
      user: userFrom(person, organization),
      organization,
      times,
      remainingMs: remainingMs(times),
    },
    true,
  );
  return true;
}

/** Returns a user with only their name and rights. Pages must not offer the other data for editing. */
function userFrom(person: StoredPerson, organization: SelectedOrganization | null): Me {
  const { id, displayName, role, permissions } = person;
  return {
    id,
    _id: id,
    username: null,
    email: null,
    emailVerified: true,
    personalInfo: { firstName: "", lastName: displayName, email: null },
    role: { type: role, permissions: [...permissions] },
    grantedPermissions: [],
    organizationId: organization?.id ?? null,
    status: "active",
    organizationData: { department: null, jobTitle: null, extension: null },
    phone: null,
    mustChangePassword: false,
    pendingEmail: null,
    twoFactorEnabled: false,
    hasAuthenticatorApp: false,
    lockStatus: "unlocked",
    failedLoginAttempts: 0,
    lockReason: null,
    lockedUntil: null,
    blockedAt: null,
    validUntil: null,
    lastLogin: null,
    lastActivity: null,
    joinedAt: null,
    createdAt: new Date(0).toISOString(),
    version: 0,
    settings: {
      isDarkMode: themeStore.getState().dark,
      language: settingsLanguage(localValues.get(storageKeys.locale)),
    },
  };
}

function storedOrganization(): SelectedOrganization | null {
  const stored = readJson(localValues, storageKeys.organization, isRecord);
  const { id, displayName } = stored ?? {};
  return typeof id === "string" && typeof displayName === "string" ? { id, name: displayName } : null;
}
