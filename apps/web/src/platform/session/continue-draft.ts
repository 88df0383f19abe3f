import { isRecord, readJson, tabValues, writeJson } from "../storage/browser-storage.ts";
import { onPersonDataCleared } from "../storage/person-data.ts";
import { storageKeys } from "../storage/storage-keys.ts";
import type { Draft } from "./draft.ts";
import { restoreState } from "./page-state/kept-state.ts";
import { restoreFields, restoreMs } from "./page-state/restore-fields.ts";
import { sessionStore } from "./session.store.ts";

let stopRestoring: () => void = () => undefined;

onPersonDataCleared(() => stopRestoring());

/**
 * Returns a user to the page and input of their draft. If other users have worked here in the meantime, reloads the
 * page, so that none of their data stays in memory.
 */
export function continueDraft(
  { usedByOthersSince, ...own }: Draft,
  history: { replace(href: string): void },
): void {
  if (usedByOthersSince === true) {
    writeJson(tabValues, storageKeys.draft, own);
    window.location.replace(own.href);
    return;
  }
  history.replace(own.href);
  resumeDraft(own);
}

/** Continues after the page was reloaded for a draft. */
export function continueStoredDraft(): void {
  const stored = readJson(tabValues, storageKeys.draft, isRecord) as Draft | null;
  tabValues.remove(storageKeys.draft);
  if (stored !== null && stored.userId === sessionStore.getState().user?.id) resumeDraft(stored);
}

/** Restores the user's input as soon as their page is shown. */
function resumeDraft({ href, fields, state }: Draft): void {
  stopRestoring();
  restoreState(state);
  const timer = setTimeout(restoreState, restoreMs);
  const stopFields = restoreFields(fields, new URL(href, location.origin).pathname);
  stopRestoring = () => {
    clearTimeout(timer);
    stopFields();
  };
}
