/** Keys typed between requesting a field and the field receiving focus. */
export interface KeystrokeBuffer {
  readonly text: string;
  /** Enter was pressed: the user has already chosen the first result. */
  readonly enter: boolean;
}

const emptyBuffer: KeystrokeBuffer = { text: "", enter: false };

let stop: (() => KeystrokeBuffer) | undefined;

/**
 * Returns whether the key is part of a keyboard command. German keyboards type @ and € with AltGr, which reports Ctrl
 * and Alt as well.
 */
function isCommand(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState("AltGraph");
}

function isCharacter(key: string): boolean {
  return [...key].length === 1;
}

/**
 * Buffers the keys typed while a dialog with a field is being downloaded and opened. Otherwise they would be lost or
 * would act on the page behind the dialog. Ends with {@link takeKeystrokeBuffer}, with Escape (which calls `onEscape`)
 * and with a pointer press.
 */
export function startKeystrokeBuffer(onEscape: () => void): void {
  takeKeystrokeBuffer();
  let buffer = emptyBuffer;

  function handleKeyDown(event: KeyboardEvent): void {
    if (isCommand(event)) return;
    const { key } = event;
    if (isCharacter(key)) buffer = { ...buffer, text: buffer.text + key };
    else if (key === "Backspace") buffer = { ...buffer, text: [...buffer.text].slice(0, -1).join("") };
    else if (key === "Enter") buffer = { ...buffer, enter: true };
    else if (key !== "Escape" && key !== "Tab" && !key.startsWith("Arrow")) return;
    event.preventDefault();
    event.stopPropagation();
    if (key !== "Escape") return;
    takeKeystrokeBuffer();
    onEscape();
  }

  const handleEscape = () => void takeKeystrokeBuffer();
  document.addEventListener("keydown", handleKeyDown, { capture: true });
  document.addEventListener("pointerdown", handleEscape, { capture: true });
  stop = () => {
    document.removeEventListener("keydown", handleKeyDown, { capture: true });
    document.removeEventListener("pointerdown", handleEscape, { capture: true });
    return buffer;
  };
}

/** Stops buffering and returns the typed keys, which are empty if nothing was being buffered. */
export function takeKeystrokeBuffer(): KeystrokeBuffer {
  const buffer = stop?.() ?? emptyBuffer;
  stop = undefined;
  return buffer;
}
