import { type ComponentType, useEffect, useState } from "react";
import { preloadable, type PreloadableComponent } from "../../ui/button/lazy-trigger.tsx";
import type { CatalogueName } from "../i18n/catalogues.ts";
import { ensureMessages } from "../i18n/store.ts";
import { DialogPending, PartPending, type PendingProps } from "./part-pending.tsx";

/** A component that is downloaded with its texts when it is first rendered, or earlier with `load`. */
export type LazyPart<Props> = ComponentType<Props> & PreloadableComponent<Props>;

export type Load<Props> = () => Promise<ComponentType<Props>>;

/** Props with which a dialog can be closed before its code has arrived. */
interface Closable {
  readonly open?: boolean;
  readonly onClose?: (() => void) | undefined;
  readonly onOpenChange?: (open: boolean) => void;
}

/**
 * Returns a component for `useDownload`, which downloads it with its texts. For a caller that handles loading and
 * failure itself.
 */
export function withTexts<Props>(load: Load<Props>, ...catalogues: readonly CatalogueName[]) {
  return preloadable(async () => {
    const [component] = await Promise.all([load(), ensureMessages(...catalogues)]);
    return component;
  });
}

/** Downloads the part when it is needed. `retry` tries again after a failure. */
export function useDownload<Props>(part: PreloadableComponent<Props>, isNeeded: boolean) {
  const [Component, setComponent] = useState(() => part.loaded());
  const [attempt, setAttempt] = useState(0);
  const [failedAttempt, setFailedAttempt] = useState(-1);
  const isMissing = isNeeded && Component === undefined;
  useEffect(() => {
    if (!isMissing) return;
    part.load().then(
      (loaded) => setComponent(() => loaded),
      () => setFailedAttempt(attempt),
    );
  }, [part, isMissing, attempt]);
  return { Component, failed: failedAttempt === attempt, retry: () => setAttempt(attempt + 1) };
}

/**
 * Creates a part with its placeholder. `closing`: whether the part is needed, and how it is closed before it arrives.
 */
export function createPart<Props extends object>(
  part: PreloadableComponent<Props>,
  Pending: ComponentType<PendingProps>,
  closing: (props: Props) => { isNeeded: boolean; onClose?: (() => void) | undefined },
): LazyPart<Props> {
  function Part(props: Props) {
    const { isNeeded, onClose } = closing(props);
    const { Component, failed, retry } = useDownload(part, isNeeded);
    if (Component !== undefined) return <Component {...props} />;
    return isNeeded ? <Pending failed={failed} onRetry={retry} onClose={onClose} /> : null;
  }
  return Object.assign(Part, part);
}

/**
 * Creates a part of a page that is downloaded with its texts when it is first rendered. A placeholder shows that it is
 * loading. A failed download can be retried in place and does not affect the rest of the page.
 */
export function lazyPart<Props extends object>(
  load: Load<Props>,
  ...catalogues: readonly CatalogueName[]
): LazyPart<Props> {
  return createPart(withTexts(load, ...catalogues), PartPending, () => ({ isNeeded: true }));
}

/**
 * Creates a part that appears on top of the page and is otherwise like `lazyPart`. With `open={false}`, it is not
 * downloaded.
 */
export function lazyDialog<Props extends object>(
  load: Load<Props>,
  ...catalogues: readonly CatalogueName[]
): LazyPart<Props> {
  return createPart(withTexts(load, ...catalogues), DialogPending, (props) => {
    const { open, onClose, onOpenChange } = props as Closable;
    return { isNeeded: open !== false, onClose: onClose ?? (onOpenChange && (() => onOpenChange(false))) };
  });
}

/** Returns the attributes of a control that downloads these parts on hover or focus, before the click. */
export function preloads(...parts: readonly { readonly load: () => Promise<unknown> }[]) {
  // A failure is shown when the part is opened.
  const preload = () => parts.forEach((part) => void part.load().catch(() => undefined));
  return { onPointerEnter: preload, onFocus: preload };
}
