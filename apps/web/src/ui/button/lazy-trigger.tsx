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
  /** Downloads it once; a failed download is not cached, so that the next call tries again. */
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
  /** Controlled: can be opened by code other than the trigger. */
  open?: boolean | undefined;
  /** All props that are not passed here. */
  props: Props;
}

/**
 * Renders only a trigger at first and, after the first activation, the component with its own trigger. Hover
 * and focus start the download, so that it is usually finished by the time of the click; the click is then
 * repeated on the component's trigger, which opens as if it had always been there. Pages with many triggers
 * only pay for those that are used. A failed download is reported like an uncaught error.
 */
export function LazyTrigger<Props>({
  component,
  opens,
  trigger,
  open = false,
  props,
}: LazyTriggerProps<Props>): ReactNode {
  /** Click count of the activation as reported by the browser: 0 for a key. Undefined before activation. */
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
          // Keep the trigger for another attempt: when offline, a menu must not break the page.
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
  // In a layout effect, before any microtask: otherwise a surrounding dialog would take the focus of the removed
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
    // A failure is reported by the click.
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
