import type { SignedIn } from "@praxisportal/contract/auth/auth.schema";
import type { Me } from "@praxisportal/contract/users/users.schema";
import { call } from "../api-client/call.ts";
import { type SelectedOrganization, storeSelectedOrganization } from "../api-client/selected-organization.ts";
import { finishTask } from "../api-client/session-signals.ts";
import { storedPersonId, storeTokens } from "../api-client/tokens.ts";
import { recordAndRethrow } from "../app-state/record-error.ts";
import type { RecordedError } from "../app-state/record-error.ts";
import { appState } from "../app-state/app-state.store.ts";
import { tabValues } from "../storage/browser-storage.ts";
import { clearPersonData } from "../storage/person-data.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import { beginSession, startOrganization } from "./begin-session.ts";
import { type Draft, storeDraft, takeDraft } from "./draft.ts";
import { persistScreenLocked } from "./lock/workstation-state.ts";
import { rememberOrganization } from "./remembered-organizations.ts";
import { loginRoute } from "./session.routes.ts";
import { sessionStore } from "./session.store.ts";
import { storePerson } from "./stored-person.ts";

export type LoginCredentials = {
  /** Username, or e-mail address if it contains @. */
  readonly name: string;
  readonly password: string;
  readonly organizationId?: string | null | undefined;
  readonly rememberMe?: boolean | undefined;
};

const loginFailed = "Login failed";

/**
 * Signs in. Resolves with "signedIn", or with "secondStep" after storing the temporary token of that step.
 * @throws ApiError after recording the server's message, or 'Login failed' if it sent none.
 */
export function login(credentials: LoginCredentials): Promise<"signedIn" | "secondStep"> {
  sessionStore.setState({ error: null, errorCode: null, secondStep: null });
  return recordAndRethrow(loginFailed, recordSessionError, async () => {
    const name = credentials.name.trim();
    const result = await call(loginRoute, {
      body: {
        ...(name.includes("@") ? { email: name } : { username: name }),
        password: credentials.password,
        mode: appState.getState().connectionMode,
        organizationId: credentials.organizationId ?? null,
        rememberMe: credentials.rememberMe ?? false,
      },
    });
    if (result.requires2FA) {
      const { tempToken, tempTokenExpiresAt, methods } = result;
      sessionStore.setState({ secondStep: { tempToken, tempTokenExpiresAt, methods } });
      return "secondStep";
    }
    await completeSignIn(result);
    return "signedIn";
  });
}

/**
 * Starts the session of a completed sign-in, after removing data of another user. A locked screen has already removed
 * its user's data, except their draft.
 */
export async function completeSignIn(result: SignedIn): Promise<void> {
  const draft = takeDraft(result.user.id);
  // This also removes the sealed copy of the draft.
  const sealed = await recallDraft(result);
  if (storedPersonId() !== result.user.id) await clearPersonData();
  storeDraft(draft ?? sealed);
  const organization = startOrganization(result);
  persistScreenLocked(false);
  // The tokens are stored first, because subscribers may make calls as soon as the session is set.
  storeTokens(result);
  beginSession(result, organization, null);
  if (result.backupCodesRemaining !== undefined)
    sessionStore.setState({ backupCodesRemaining: result.backupCodesRemaining });
  if (organization) rememberOrganization({ organizationId: organization.id, name: organization.name });
}

/** Returns and removes the draft that a user left in this tab before other users worked here. */
async function recallDraft({ draftKey }: SignedIn): Promise<Draft | null> {
  if (draftKey === undefined || tabValues.get(storageKeys.sealedDrafts) === null) return null;
  return import("./sealed-drafts.ts").then(({ openDraft }) => openDraft(draftKey)).catch(() => null);
}

/** Discards the second step and returns to the password. */
export function dropSecondStep(): void {
  sessionStore.setState({ secondStep: null });
}

/** Marks the number of remaining backup codes as shown. */
export function markBackupCodesNoticeShown(): void {
  sessionStore.setState({ backupCodesRemaining: null });
}

/** Updates the user after a change to their profile. */
export function updateUser(user: Me): void {
  const { status, organization, user: current } = sessionStore.getState();
  if (status !== "signedIn" || current?.id !== user.id) return;
  storePerson(user, organization);
  sessionStore.setState({ user });
}

/** Updates the name of the selected organization after it was changed. */
export function renameOrganization({ id, name }: SelectedOrganization): void {
  const { status, organization, user } = sessionStore.getState();
  if (status !== "signedIn" || user === null) return;
  if (organization?.id !== id || organization.name === name) return;
  const renamed = { id, name };
  storeSelectedOrganization(renamed);
  storePerson(user, renamed);
  sessionStore.setState({ organization: renamed });
}

/** Clears the restriction after the required task has been completed. */
export function clearRestriction(): void {
  finishTask();
  sessionStore.setState({ restriction: null });
}

function recordSessionError(error: RecordedError): void {
  sessionStore.setState({ error: error.message, errorCode: error.code });
}
