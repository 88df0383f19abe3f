import { useEffect, useState, type ReactNode } from "react";
import { useStore } from "zustand";
import type { CatalogueName } from "./catalogues.ts";
import { ensureMessages, i18nStore } from "./store.ts";

export interface FeatureMessages {
  ready: boolean;
  /** True if the texts could not be downloaded. `retry` tries again. */
  failed: boolean;
  retry: () => void;
}

/** Loads the texts of a feature outside a route (a dialog opened from the layout, the notification list). */
export function useFeatureMessages(feature: CatalogueName): FeatureMessages {
  const ready = useStore(i18nStore, (state) => feature in state.messages);
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);

  useEffect(() => {
    ensureMessages(feature).catch(() => setFailedAttempt(attempt));
  }, [feature, attempt]);

  return { ready, failed: !ready && failedAttempt === attempt, retry: () => setAttempt(attempt + 1) };
}

export interface WithMessagesProps {
  feature: CatalogueName;
  children: ReactNode;
  /** Shown until the texts are loaded, usually a skeleton. */
  fallback?: ReactNode;
}

/** Renders its children once the texts of the feature are loaded. */
export function WithMessages({ feature, children, fallback = null }: WithMessagesProps) {
  const { ready } = useFeatureMessages(feature);
  return ready ? children : fallback;
}
