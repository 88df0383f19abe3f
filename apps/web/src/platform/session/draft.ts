import { onPersonDataCleared } from "../storage/person-data.ts";
import { keptState } from "./page-state/kept-state.ts";
import { sessionStore } from "./session.store.ts";
import { typedFields, type TypedField } from "./page-state/typed-fields.ts";

/** The page that a user had open when the screen was locked, with their input. */
export type Draft = {
  readonly userId: string;
  /** Path, query and fragment. */
  readonly href: string;
  readonly fields: readonly TypedField[];
  /** State of the page that its address does not name, such as an open dialog. */
  readonly state?: readonly (readonly [string, unknown])[];
  /** Whether other users have used this page since the draft was captured. */
  readonly usedByOthersSince?: boolean;
};

/**
 * The draft of the user who locked the screen. It is kept in memory, so that this user can continue at once. The next
 * user of the workstation must not see it. It is also sealed (`sealed-drafts.ts`), so that its user can restore it
 * after other users have worked here.
 */
let draft: Draft | null = null;
let isSealed = false;

onPersonDataCleared(() => storeDraft(null));
// A page in the back/forward cache would also keep the draft.
window.addEventListener("pagehide", () => storeDraft(null));

/** Returns the page and input of the signed-in user, or null when signed out. */
export function captureDraft(): Draft | null {
  const { user } = sessionStore.getState();
  if (user === null) return null;
  const { pathname, search, hash } = window.location;
  return { userId: user.id, href: `${pathname}${search}${hash}`, fields: typedFields(), state: keptState() };
}

/** Keeps a draft in memory until someone unlocks the screen. Null removes it. */
export function storeDraft(next: Draft | null, sealed = false): void {
  draft = next;
  isSealed = sealed;
}

/** Returns the draft in memory. */
export function draftInMemory(): Draft | null {
  return draft;
}

/** Returns the id of the user whose unsent input is lost when another user continues. */
export function draftOwner(): string | undefined {
  return draft?.fields.length && !isSealed ? draft.userId : undefined;
}

/** Returns and removes the draft of this user. Drops a draft of another user. */
export function takeDraft(userId: string): Draft | null {
  const ownDraft = draft?.userId === userId ? draft : null;
  draft = null;
  return ownDraft;
}
