import { createContext, useContext, useEffect } from "react";
import { createStore } from "zustand/vanilla";
import { sessionStore } from "../session/session.store.ts";

/** The texts of the question before something is lost. */
export interface DiscardTexts {
  readonly title: string;
  readonly text: string;
  readonly go: string;
  readonly stay: string;
}

type Entry = {
  /** The dialog that contains the form, or null for a form on the page. */
  readonly scope: string | null;
  readonly status: string;
  /** Undefined for changes that are not saved. */
  readonly texts: DiscardTexts | undefined;
};

/** The dialog around a form. */
export interface FormHost {
  readonly id: string;
  readonly onBusy: (busy: boolean) => void;
}

export const FormHostContext = createContext<FormHost | null>(null);

const entries = new Set<Entry>();

/** The open question whether to discard the input. `answer` is null if there is none. */
export const discardStore = createStore<{
  answer: ((isDiscarded: boolean) => void) | null;
  texts?: DiscardTexts | undefined;
}>(() => ({ answer: null }));

let canAsk = false;

/** Registers the dialog. Returns a function that unregisters it. */
export function registerDiscardDialog(): () => void {
  canAsk = true;
  return () => {
    canAsk = false;
  };
}

function unsavedIn(scope: string | undefined): Entry[] {
  // An ended session redirects to the login page without a confirmation.
  const { status } = sessionStore.getState();
  return [...entries].filter((entry) => entry.status === status && (scope ?? entry.scope) === entry.scope);
}

/** Returns whether any form, or any form in the given dialog, contains unsaved input. */
export function hasUnsavedInput(scope?: string): boolean {
  return unsavedIn(scope).length > 0;
}

/**
 * Asks before unsaved input is lost. Resolves with whether the user may leave. Resolves at once if nothing would be
 * lost.
 */
export function mayDiscard(scope?: string): Promise<boolean> {
  const unsavedInput = unsavedIn(scope);
  if (unsavedInput.length === 0) return Promise.resolve(true);
  return askToDiscard(() => {
    // The following navigation must not repeat the question.
    for (const entry of unsavedInput) entries.delete(entry);
  }, unsavedInput[0]?.texts);
}

/** Asks whether something may be lost, by default unsaved changes. Resolves with true if no page can ask. */
export function askToDiscard(onDiscard?: () => void, texts?: DiscardTexts): Promise<boolean> {
  if (!canAsk) return Promise.resolve(true);
  discardStore.getState().answer?.(false);
  return new Promise((resolve) => {
    discardStore.setState({
      texts,
      answer(isDiscarded) {
        discardStore.setState({ answer: null });
        if (isDiscarded) onDiscard?.();
        resolve(isDiscarded);
      },
    });
  });
}

/**
 * Marks the form as containing unsaved input while `isUnsaved`. `texts` replaces the question, if something else would be
 * lost. It must be the same object in each render.
 */
export function useUnsavedInput(isUnsaved: boolean, texts?: DiscardTexts): void {
  const scope = useContext(FormHostContext)?.id ?? null;
  useEffect(() => {
    if (!isUnsaved) return undefined;
    const entry: Entry = { scope, status: sessionStore.getState().status, texts };
    entries.add(entry);
    return () => {
      entries.delete(entry);
    };
  }, [isUnsaved, scope, texts]);
}
