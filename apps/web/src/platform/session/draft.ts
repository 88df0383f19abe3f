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

/** In memory only: it must not survive the page or become visible to the next user of the workstation. */
let draft: Draft | null = null;
let stopRestoring: () => void = () => undefined;

function dropDraft(): void {
  draft = null;
  stopRestoring();
}

onPersonDataCleared(dropDraft);
// A page in the back/forward cache would keep the draft, too.
window.addEventListener("pagehide", dropDraft);

/** Returns the page and input of the signed-in user; null when signed out. */
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

/** Returns whose unsent input is kept. */
export function draftOwner(): string | undefined {
  return draft?.fields.length ? draft.userId : undefined;
}

/** Returns and removes the draft of this user; drops a draft of another user. */
export function takeDraft(userId: string): Draft | null {
  const own = draft?.userId === userId ? draft : null;
  draft = null;
  return own;
}

/** Restores what the user had typed, as soon as their page is shown. */
export function resumeDraft({ href, fields }: Draft): void {
  stopRestoring();
  stopRestoring = restoreFields(fields, new URL(href, location.origin).pathname);
}
