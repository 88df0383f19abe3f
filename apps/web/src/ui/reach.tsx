import {
  cloneElement,
  useEffect,
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
export interface Reachable<Props> {
  /** Undefined until it has been downloaded. */
  readonly loaded: () => ComponentType<Props> | undefined;
  /** Downloads it once; a failed download is not cached, so that the next call tries again. */
  readonly load: () => Promise<ComponentType<Props>>;
}

export function reachable<Props>(fetchPart: () => Promise<ComponentType<Props>>): Reachable<Props> {
  let part: ComponentType<Props> | undefined;
  let pending: Promise<ComponentType<Props>> | undefined;
  return {
    loaded: () => part,
    load: () => {
      pending ??= fetchPart().then(
        (fetched) => (part = fetched),
        (reason: unknown) => {
          pending = undefined;
          throw reason;
        },
      );
      return pending;
    },
  };
}

/** What a control passes to the component that replaces it. */
export interface Reached {
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

interface ReachProps<Props> {
  part: Reachable<Props & Reached>;
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
export function Reach<Props>({ part, opens, trigger, open = false, props }: ReachProps<Props>): ReactNode {
  /** Click count of the activation as reported by the browser: 0 for a key. Undefined before activation. */
  const [pressed, setPressed] = useState<number>();
  const [Part, setPart] = useState<ComponentType<Props & Reached>>();
  const triggerRef = useRef<HTMLButtonElement>(null);

  function take(): void {
    const loaded = part.loaded();
    if (loaded) setPart(() => loaded);
    else
      part.load().then(
        (fetched) => setPart(() => fetched),
        (reason: unknown) => {
          // Keep the trigger for another attempt: when offline, a menu must not break the page.
          setPressed(undefined);
          reportError(reason);
        },
      );
  }
  const opensByItself = open && pressed === undefined;
  useEffect(() => {
    if (opensByItself) take();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- depends only on whether it should be open
  }, [opensByItself]);
  useEffect(() => {
    const target = triggerRef.current;
    if (Part === undefined || pressed === undefined || target === null) return;
    target.focus({ preventScroll: true });
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: pressed }));
  }, [Part, pressed]);

  if (Part) return <Part {...props} triggerRef={triggerRef} />;

  function prepare(): void {
    // A failure is reported by the click.
    part.load().catch(() => undefined);
  }
  function press(detail: number): void {
    setPressed(detail);
    take();
  }
  const own = trigger.props as TriggerHandlers;
  return cloneElement(trigger as ReactElement<TriggerHandlers>, {
    "aria-haspopup": opens,
    "aria-expanded": open,
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      prepare();
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      prepare();
    },
    // The trigger's own handler receives the repeated click.
    onClick: (event) => press(event.detail),
    onKeyDown: (event) => {
      own.onKeyDown?.(event);
      if (opens !== "menu" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      press(0);
    },
  });
}
