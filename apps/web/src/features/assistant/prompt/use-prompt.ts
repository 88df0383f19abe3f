import { useEffect, useReducer } from "react";
import { useSession } from "../../../platform/session/session.store.ts";
import { onPersonDataCleared } from "../../../platform/storage/person-data.ts";
import { type Draft, emptyDraft, reduceDraft } from "./draft.ts";

/**
 * Returns the draft and its reducer. The draft stays in the memory of this tab until the user discards it, even while
 * they visit other pages. A shared workstation keeps nothing after a lock, a sign-out or a reload.
 */
export function usePrompt(organizationId: string) {
  const userId = useSession((session) => session.user?.id) ?? "";
  const key = `${userId}/${organizationId}`;
  const [draft, change] = useReducer(reduceDraft, emptyDraft, () => drafts.get(key) ?? emptyDraft);
  useEffect(() => {
    if (draft.text === "") drafts.delete(key);
    else drafts.set(key, draft);
  }, [key, draft]);
  return [draft, change] as const;
}

/** Drafts by user and organization. */
const drafts = new Map<string, Draft>();
onPersonDataCleared(() => drafts.clear());
window.addEventListener("pagehide", () => drafts.clear());
