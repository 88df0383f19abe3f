/** Keys typed between requesting a field and the field receiving focus. */
export interface TypedAhead {
  readonly text: string;
  /** Enter was pressed: the user has already chosen the first result. */
  readonly enter: boolean;
}

const nothing: TypedAhead = { text: "", enter: false };

let stop: (() => TypedAhead) | undefined;

/** German keyboards type @ and € with AltGr, which reports Ctrl and Alt as well. */
function isCommand(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
}

function isCharacter(key: string): boolean {
  return [...key].length === 1;
}

/**
 * Buffers keys typed while a dialog with a field is being downloaded and opened; otherwise they would be lost
 * or would act on the page behind it. Ends with {@link takeTypedAhead}, with Escape (which calls `onEscape`)
 * and with a pointer press.
 */
export function startTypingAhead(onEscape: () => void): void {
  takeTypedAhead();
  let typed = nothing;

  function press(event: KeyboardEvent): void {
    if (isCommand(event)) return;
    const { key } = event;
    if (isCharacter(key)) typed = { ...typed, text: typed.text + key };
    else if (key === "Backspace") typed = { ...typed, text: [...typed.text].slice(0, -1).join("") };
    else if (key === "Enter") typed = { ...typed, enter: true };
    else if (key !== "Escape" && key !== "Tab" && !key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
    if (key !== "Escape") return;
    takeTypedAhead();
    onEscape();
  }

  const giveUp = () => void takeTypedAhead();
  document.addEventListener("keydown", press, { capture: true });
  document.addEventListener("pointerdown", giveUp, { capture: true });
  stop = () => {
    document.removeEventListener("keydown", press, { capture: true });
    document.removeEventListener("pointerdown", giveUp, { capture: true });
    return typed;
  };
}

/** Stops buffering and returns what was typed; empty if nothing was being buffered. */
export function takeTypedAhead(): TypedAhead {
  const typed = stop?.() ?? nothing;
  stop = undefined;
  return typed;
}
