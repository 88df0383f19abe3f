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

/** A component that is downloaded when somebody reaches for the control that opens it. */
export interface Reachable<Props> {
  /** Undefined until it was downloaded. */
  readonly loaded: () => ComponentType<Props> | undefined;
  /** Downloads it once; a failed download is forgotten, so that the next call tries again. */
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

/** What a control hands to the part that takes its place. */
export interface Reached {
  /** For the trigger of the part: it gets focus and press of the one that stood here before. */
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
  /** A DOM element, or a component that hands its attributes to one. */
  trigger: ReactElement;
  /** Controlled: opened by somebody else than the trigger. */
  open?: boolean | undefined;
  /** Everything but what is handed over here. */
  props: Props;
}

/**
 * A trigger by itself; from the first press on the part with its own trigger. Pointer and focus begin the download,
 * so that it is there when the press comes; the press is then repeated on the part's trigger, which so opens as if it
 * had been there from the beginning. Pages with many triggers pay for those that are used.
 * A part that cannot be downloaded is reported like any error that nobody caught.
 */
export function Reach<Props>({ part, opens, trigger, open = false, props }: ReachProps<Props>): ReactNode {
  /** Clicks of the press, as the browser counts them: 0 for a key. Undefined while nobody has pressed. */
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
          // The trigger stays for another try: offline, a menu must not take the page with it.
          setPressed(undefined);
          reportError(reason);
        },
      );
  }
  const opensByItself = open && pressed === undefined;
  useEffect(() => {
    if (opensByItself) take();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only that it is to be open matters
  }, [opensByItself]);
  useEffect(() => {
    const target = triggerRef.current;
    if (Part === undefined || pressed === undefined || target === null) return;
    target.focus({ preventScroll: true });
    target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: pressed }));
  }, [Part, pressed]);

  if (Part) return <Part {...props} triggerRef={triggerRef} />;

  function prepare(): void {
    // A failure is met again by the press.
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
    // A handler of the trigger's own gets the repeated press.
    onClick: (event) => press(event.detail),
    onKeyDown: (event) => {
      own.onKeyDown?.(event);
      if (opens !== "menu" || (event.key !== "ArrowDown" && event.key !== "ArrowUp")) return;
      event.preventDefault();
      press(0);
    },
  });
}
