import {
  cloneElement,
  useEffect,
  useLayoutEffect,
  useState,
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useRef,
} from "react";

/** A component that is downloaded on hover, focus or activation of the control that opens it. */
export interface PreloadableComponent<Props> {
  /** Undefined until it has been downloaded. */
  readonly loaded: () => ComponentType<Props> | undefined;
  /** Downloads the component once. A failed download is not cached, so that the next call tries again. */
  readonly load: () => Promise<ComponentType<Props>>;
}

export function preloadable<Props>(
  fetchComponent: () => Promise<ComponentType<Props>>,
): PreloadableComponent<Props> {
  let component: ComponentType<Props> | undefined;
  let pending: Promise<ComponentType<Props>> | undefined;
  return {
    loaded: () => component,
    load: () => {
      pending ??= fetchComponent().then(
        (fetched) => (component = fetched),
        (reason: unknown) => {
          pending = undefined;
          throw reason;
        },
      );
      return pending;
    },
  };
}

/** Props that a control passes to the component that replaces it. */
export interface TriggerRefProps {
  /** Ref for the component's trigger, which receives the focus and click of the control it replaces. */
  readonly triggerRef: RefObject<HTMLButtonElement | null>;
}

interface TriggerHandlers {
  onPointerEnter?: (event: unknown) => void;
  onFocus?: (event: unknown) => void;
  onClick?: (event: MouseEvent<HTMLElement>) => void;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
  "aria-haspopup"?: "menu" | "dialog";
  "aria-expanded"?: boolean;
}

interface LazyTriggerProps<Props> {
  component: PreloadableComponent<Props & TriggerRefProps>;
  opens: "menu" | "dialog";
  /** A DOM element, or a component that passes its attributes to one. */
  trigger: ReactElement;
  /** Controls the component from outside, so that code other than the trigger can open it. */
  open?: boolean | undefined;
  /** The other props of the component. */
  props: Props;
}

/**
 * Initially renders only a trigger and, after the first activation, the component with its own trigger. Hover and focus
 * start the download, so that it is usually complete before the click. The click is then repeated on the component's
 * own trigger. Pages with many triggers download only the components that are used. A failed download is reported like
 * an uncaught error.
 */
export function LazyTrigger<Props>({
  component,
  opens,
  trigger,
  open = false,
  props,
}: LazyTriggerProps<Props>): ReactNode {
  /**
   * Click count of the activation as reported by the browser, which is 0 for a key. Undefined before the activation.
   */
  const [clickDetail, setClickDetail] = useState<number>();
  const [Component, setComponent] = useState<ComponentType<Props & TriggerRefProps>>();
  const triggerRef = useRef<HTMLButtonElement>(null);

  function focusTrigger(): void {
    const loaded = component.loaded();
    if (loaded) setComponent(() => loaded);
    else
      component.load().then(
        (fetched) => setComponent(() => fetched),
        (reason: unknown) => {
          // Keeps the trigger for another attempt, because a menu must not break the page while offline.
          setClickDetail(undefined);
          reportError(reason);
        },
      );
  }
  const isOpenedExternally = open && clickDetail === undefined;
  useEffect(() => {
    if (isOpenedExternally) focusTrigger();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- depends only on whether it should be open
  }, [isOpenedExternally]);
  // Runs in a layout effect, before any microtask. Otherwise, a surrounding dialog would take the focus of the removed
  // trigger, and again a frame later, which would close the menu that has opened in the meantime.
  useLayoutEffect(() => {
    if (Component !== undefined && clickDetail !== undefined)
      triggerRef.current?.focus({ preventScroll: true });
  }, [Component, clickDetail]);
  useEffect(() => {
    const target = triggerRef.current;
    if (Component === undefined || clickDetail === undefined || target === null) return;
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: clickDetail }));
  }, [Component, clickDetail]);

  if (Component) return <Component {...props} triggerRef={triggerRef} />;

  function preload(): void {
    // The click reports a failure.
    component.load().catch(() => undefined);
  }
  function openComponent(detail: number): void {
    setClickDetail(detail);
    focusTrigger();
  }
  const triggerProps = trigger.props as TriggerHandlers;
  return cloneElement(trigger as ReactElement<TriggerHandlers>, {
    "aria-haspopup": opens,
    "aria-expanded": open,
    onPointerEnter: (event) => {
      triggerProps.onPointerEnter?.(event);
      preload();
    },
    onFocus: (event) => {
      triggerProps.onFocus?.(event);
      preload();
    },
    // The trigger's own handler receives the repeated click.
    onClick: (event) => openComponent(event.detail),
    onKeyDown: (event) => {
      triggerProps.onKeyDown?.(event);
      if (opens !== "menu" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      openComponent(0);
    },
  });
}
