import { onPersonDataCleared } from "../storage/person-data.ts";
import { sessionStore } from "./session.store.ts";
import { restoreFields, typedFields, type TypedField } from "./typed-fields.ts";

/** The page that a user had open when the screen was locked, with what they had typed. */
export type Draft = {
  readonly userId: string;
  /** Path, query and fragment. */
  readonly href: string;
  readonly fields: readonly TypedField[];
};

/** In memory only: it must not outlive the page, nor be found by the next user of the workstation. */
let draft: Draft | null = null;
let stopRestoring: () => void = () => undefined;

function dropDraft(): void {
  draft = null;
  stopRestoring();
}

onPersonDataCleared(dropDraft);
// A page kept for the back button would keep the draft, too.
window.addEventListener("pagehide", dropDraft);

/** Returns the signed-in user's page and input; null when signed out. */
export function captureDraft(): Draft | null {
  const { user } = sessionStore.getState();
  if (user === null) return null;
  const { pathname, search, hash } = window.location;
  return { userId: user.id, href: `${pathname}${search}${hash}`, fields: typedFields() };
}

/** Keeps a draft until its user unlocks the screen. */
export function storeDraft(kept: Draft | null): void {
  draft = kept;
}

/** Returns the draft of this user and forgets it; a draft of another user is dropped. */
export function takeDraft(userId: string): Draft | null {
  const own = draft?.userId === userId ? draft : null;
  draft = null;
  return own;
}

/** Fills in what the user had typed, as soon as their page is shown. */
export function resumeDraft({ href, fields }: Draft): void {
  stopRestoring();
  stopRestoring = restoreFields(fields, new URL(href, location.origin).pathname);
}
