/** What was typed between asking for a field and the field having the focus. */
export interface TypedAhead {
  readonly text: string;
  /** Enter was pressed: the person has already chosen the first of what the text finds. */
  readonly enter: boolean;
}

const nothing: TypedAhead = { text: "", enter: false };

let stop: (() => TypedAhead) | undefined;

/** On a German keyboard @ and € are typed with AltGr, which reports Ctrl and Alt as well. */
function isCommand(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
}

function isCharacter(key: string): boolean {
  return [...key].length === 1;
}

/**
 * Keeps the keys of somebody who goes on typing while a dialog with a field is still being fetched and opened;
 * otherwise they would be lost, or would act on the page behind it. {@link takeTypedAhead} ends it, and so do Escape
 * (which calls `onEscape`) and a press with the pointer.
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

/** Ends the keeping and hands over what was typed; nothing if nobody is typing ahead. */
export function takeTypedAhead(): TypedAhead {
  const typed = stop?.() ?? nothing;
  stop = undefined;
  return typed;
}
