// @vitest-environment jsdom
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { useRef } from "react";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages, setTimeZone } from "../../../platform/i18n/store.ts";
import { loadRecognizer } from "../redaction/load-recognizer.ts";
import type { Redacted } from "../redaction/redact.ts";
import { Composer } from "./composer.tsx";
import { usePrompt } from "./use-prompt.ts";

setTimeZone("Europe/Berlin");

vi.mock("../redaction/load-recognizer.ts", { spy: true });

const noMapping = new Map<string, string>();
const readNames = async () => ({ firstNames: [], lastNames: [] });
const onSend = vi.fn<(redacted: Redacted) => void>();

function Page({ blocked, isRunning = false }: { blocked?: string; isRunning?: boolean }) {
  const [draft, change] = usePrompt("praxis");
  const fieldRef = useRef<HTMLTextAreaElement>(null);
  return (
    <Composer
      draft={draft}
      earlier={noMapping}
      readNames={readNames}
      onChange={change}
      fieldRef={fieldRef}
      isRunning={isRunning}
      blocked={blocked}
      onSend={onSend}
      onDictate={null}
    >
      {null}
    </Composer>
  );
}

beforeEach(async () => {
  Element.prototype.scrollIntoView = () => undefined;
  onSend.mockClear();
  await ensureMessages("common", "assistant");
});

function show(page = <Page />) {
  render(<I18nProvider>{page}</I18nProvider>);
}

const field = () => screen.getByLabelText<HTMLTextAreaElement>("Ihre Anfrage");
const write = (text: string) => fireEvent.change(field(), { target: { value: text } });
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const press = (name: string | RegExp) => fireEvent.click(button(name));
const preview = () => screen.queryByRole("region", { name: "Vorschau" });
const sentTexts = () => onSend.mock.calls.map(([{ text }]) => text);

/** Selects words in the text field, as Shift and the arrow keys do. */
function choose(words: string) {
  const start = field().value.indexOf(words);
  field().focus();
  field().setSelectionRange(start, start + words.length);
  fireEvent(document, new Event("selectionchange"));
}

describe("Composer", () => {
  it("R1-13 sends at once if no personal data was recognized", async () => {
    show();
    write("Was hilft gegen Kopfschmerzen?");
    press("Senden");
    await waitFor(() => expect(sentTexts()).toEqual(["Was hilft gegen Kopfschmerzen?"]));
    expect(preview()).toBeNull();
  });

  it("previews the replacements before the first submission; one click confirms and sends the placeholders", async () => {
    show();
    write("Frau Musterfrau, geb. 12.03.1961, ist da.");
    fireEvent.keyDown(field(), { key: "Enter", ctrlKey: true });
    await waitFor(() => expect(preview()).not.toBeNull());
    expect(onSend).not.toHaveBeenCalled();
    await waitFor(() => expect(document.activeElement).toBe(button("Mit Platzhaltern senden")));
    expect(preview()?.textContent).toContain("Name 1");
    expect(preview()?.textContent).toContain("manches bleibt unerkannt");
    press("Mit Platzhaltern senden");
    await waitFor(() => expect(sentTexts()).toEqual(["Frau [Name 1], geb. [Geburtsdatum 1], ist da."]));
    expect(onSend.mock.calls[0]?.[0].mapping.get("[Name 1]")).toBe("Musterfrau");
    // The same text does not ask for confirmation again.
    press("Senden");
    await waitFor(() => expect(sentTexts()).toHaveLength(2));
    // A different text does.
    write("Frau Musterfrau ist da.");
    press("Senden");
    await waitFor(() => expect(preview()).not.toBeNull());
    expect(sentTexts()).toHaveLength(2);
  });

  it("removes and restores any mark", async () => {
    show();
    write("Frau Musterfrau kam. Frau Musterfrau ging.");
    press(/^Vorschau/);
    await waitFor(() => expect(screen.getAllByRole("button", { name: /Nicht ersetzen/ })).toHaveLength(2));
    fireEvent.click(screen.getAllByRole("button", { name: /Nicht ersetzen/ })[0] as HTMLElement);
    await waitFor(() => expect(screen.queryAllByRole("button", { name: /Nicht ersetzen/ })).toHaveLength(0));
    press("Wieder alles ersetzen");
    await waitFor(() => expect(screen.getAllByRole("button", { name: /Nicht ersetzen/ })).toHaveLength(2));
  });

  it("marks a keyboard selection, and keeps the mark while typing", async () => {
    show();
    write("Der Wirt vom Krug hustet.");
    press(/^Vorschau/);
    await waitFor(() => expect(preview()).not.toBeNull());
    choose("Wirt vom Krug");
    press("Name");
    await waitFor(() => expect(button(/Name 1\s*Wirt vom Krug\s*Nicht ersetzen/)).toBeTruthy());
    write("Bitte kurz: Der Wirt vom Krug hustet.");
    await waitFor(() => expect(button("Mit Platzhaltern senden")).toBeTruthy());
    await waitFor(() => expect(preview()?.textContent).toContain("Bitte kurz"));
    press("Mit Platzhaltern senden");
    await waitFor(() => expect(sentTexts()).toEqual(["Bitte kurz: Der [Name 1] hustet."]));
  });

  it("sends nothing without a preview when the recognizer cannot be downloaded", async () => {
    vi.mocked(loadRecognizer).mockRejectedValue(new Error("offline"));
    show();
    write("Frau Musterfrau");
    press("Senden");
    expect(await screen.findByText("Der Text konnte nicht geprüft werden")).toBeTruthy();
    expect(onSend).not.toHaveBeenCalled();
    vi.mocked(loadRecognizer).mockReset();
  });

  it("shows why sending is not possible, and never calls a text anonymous", async () => {
    show(<Page blocked="Das Kontingent dieses Monats ist aufgebraucht" />);
    write("Frau Musterfrau");
    expect(button("Senden").getAttribute("aria-disabled")).toBe("true");
    expect(button("Senden").getAttribute("title")).toBe("Das Kontingent dieses Monats ist aufgebraucht");
    press("Senden");
    press(/^Vorschau/);
    await waitFor(() => expect(preview()).not.toBeNull());
    expect(document.body.textContent).not.toMatch(/anonym/i);
    expect(onSend).not.toHaveBeenCalled();
  });

  it("see R3-95 prevents the browser from storing or sharing the input", () => {
    show();
    expect(field().getAttribute("autocomplete")).toBe("off");
    expect(field().getAttribute("spellcheck")).toBe("false");
    expect(field().getAttribute("translate")).toBe("no");
    expect(field().hasAttribute("name")).toBe(false);
  });
});
