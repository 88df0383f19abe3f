// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { useRef, useState } from "react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Button } from "../button/button.tsx";
import { FilterChip } from "../label/chip.tsx";
import { Dialog } from "./dialog.tsx";
import { Drawer } from "./drawer.tsx";
import { Field } from "../form/field.tsx";
import { FilterOptions } from "../form/filter-options.tsx";
import { IconButton } from "../button/icon-button.tsx";
import { Menu } from "./menu.tsx";
import { shouldPreventClose } from "./overlay-events.ts";
import { Select } from "../form/select.tsx";
import X from "lucide-react/icons/x";

afterEach(cleanup);

function ConfirmDialog({ dismissible }: { dismissible: boolean }) {
  const [open, setOpen] = useState(true);
  return (
    <>
      <p>Seite</p>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        dismissible={dismissible}
        title="3 Personen löschen?"
        description="Das kann nicht rückgängig gemacht werden."
        actions={<Button onClick={() => setOpen(false)}>Abbrechen</Button>}
      />
    </>
  );
}

function Steps() {
  const [done, setDone] = useState(false);
  if (done) return <Dialog open onOpenChange={() => {}} title="Fertig" actions={null} />;
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      title="Erster Schritt"
      actions={<Button onClick={() => setDone(true)}>Weiter</Button>}
    />
  );
}

function Naming({ hint }: { hint: string }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <Dialog
      open
      onOpenChange={() => {}}
      title="Benennen"
      actions={<Button>Abbrechen</Button>}
      initialFocus={field}
    >
      <p>{hint}</p>
      <input ref={field} aria-label="Name" />
    </Dialog>
  );
}

describe("Dialog", () => {
  it("focuses its first field even if its content changes while it opens", async () => {
    const { rerender } = render(<Naming hint="wird geladen" />);
    // The focus moves in the next frame, after this change.
    await Promise.resolve();
    rerender(<Naming hint="geladen" />);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText("Name")));
  });

  it("is named by its title, receives the focus and closes on Escape", async () => {
    const user = userEvent.setup();
    render(<ConfirmDialog dismissible />);
    const dialog = await screen.findByRole("dialog", { name: "3 Personen löschen?" });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("stays open on Escape if not dismissible, and closes by its button", async () => {
    const user = userEvent.setup();
    render(<ConfirmDialog dismissible={false} />);
    await screen.findByRole("dialog");
    await user.keyboard("{Escape}");
    expect(screen.queryByRole("dialog")).not.toBeNull();
    await user.click(screen.getByRole("button", { name: "Abbrechen" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  });

  it("closes on Escape but not on a click outside if only Escape dismisses it", () => {
    const cancel = vi.fn();
    const isPrevented = (reason: string) =>
      shouldPreventClose(false, { reason, event: new MouseEvent("click"), cancel }, "escape");
    expect(isPrevented("outside-press")).toBe(true);
    expect(isPrevented("escape-key")).toBe(false);
  });

  it("keeps the focus when the focused button is removed with the content", async () => {
    const user = userEvent.setup();
    render(<Steps />);
    await user.click(await screen.findByRole("button", { name: "Weiter" }));
    const dialog = screen.getByRole("dialog", { name: "Fertig" });
    expect(dialog.contains(document.activeElement)).toBe(true);
  });

  it("stays open on a click on a toast outside", () => {
    const toasts = document.createElement("div");
    toasts.dataset["toasts"] = "";
    document.body.append(toasts);
    const event = new MouseEvent("click");
    Object.defineProperty(event, "target", { value: toasts });
    const cancel = vi.fn();
    expect(shouldPreventClose(false, { reason: "outside-press", event, cancel }, true)).toBe(true);
    expect(cancel).toHaveBeenCalledTimes(1);
    expect(
      shouldPreventClose(false, { reason: "escape-key", event: new KeyboardEvent("keydown"), cancel }, true),
    ).toBe(false);
    toasts.remove();
  });
});

describe("Drawer", () => {
  it("moves to the next row with the arrow keys, but not while typing", async () => {
    const user = userEvent.setup();
    const step = vi.fn();
    render(
      <Drawer open onOpenChange={vi.fn()} title="Lena" closeLabel="Schließen" onStep={step}>
        <input aria-label="Notiz" />
      </Drawer>,
    );
    // The drawer takes the focus shortly after it opens. It receives keys only afterwards.
    const close = await screen.findByRole("button", { name: "Schließen" });
    await waitFor(() => expect(document.activeElement).toBe(close));
    await user.keyboard("{ArrowDown}{ArrowUp}");
    expect(step.mock.calls).toEqual([[1], [-1]]);
    await user.click(screen.getByLabelText("Notiz"));
    await user.keyboard("{ArrowDown}");
    expect(step).toHaveBeenCalledTimes(2);
  });
});

describe("Menu", () => {
  it("opens from its button, runs an entry and shows why another is disabled", async () => {
    const user = userEvent.setup();
    const unlock = vi.fn();
    const reset = vi.fn();
    render(
      <Menu
        trigger={<IconButton icon={X} label="Aktionen" />}
        items={[
          { key: "a", label: "Entsperren …", hint: "Nach Fehlversuchen", onSelect: unlock },
          { key: "b", label: "Zurücksetzen", onSelect: reset, disabledReason: "Sie sind offline" },
        ]}
      />,
    );
    await user.click(screen.getByRole("button", { name: "Aktionen" }));
    const blockedItem = await screen.findByRole("menuitem", { name: /Zurücksetzen\s*Sie sind offline/ });
    expect(blockedItem.getAttribute("aria-disabled")).toBe("true");
    await user.click(blockedItem);
    expect(reset).not.toHaveBeenCalled();
    const entry = screen.getByRole("menuitem", { name: /^Entsperren …\s*Nach Fehlversuchen$/ });
    await user.click(entry);
    expect(unlock).toHaveBeenCalledTimes(1);
  });
});

describe("Select", () => {
  it("is named by its field and reports the choice", async () => {
    const user = userEvent.setup();
    const change = vi.fn();
    render(
      <Field label="Rolle">
        {(control) => (
          <Select
            {...control}
            value="read"
            onChange={change}
            options={[
              { value: "read", label: "Nur lesen" },
              { value: "write", label: "Mitarbeit" },
            ]}
          />
        )}
      </Field>,
    );
    await user.click(screen.getByRole("combobox", { name: "Rolle" }));
    await user.click(await screen.findByRole("option", { name: "Mitarbeit" }));
    expect(change).toHaveBeenCalledWith("write");
  });
});

describe("FilterChip", () => {
  const values = Array.from({ length: 8 }, (_, index) => ({ value: `v${index}`, label: `Wert ${index}` }));

  it("has a search field from eight options on, and its clear button removes the filter", async () => {
    const user = userEvent.setup();
    const clear = vi.fn();
    const choose = vi.fn();
    const options = (count: number) => (
      <FilterOptions
        label="Rolle"
        options={values.slice(0, count)}
        selected={["v1"]}
        onChange={choose}
        searchLabel="Werte suchen"
        emptyText="Kein Wert passt"
      />
    );
    const view = (count: number) => (
      <FilterChip label="Rolle" value="Wert 1" onClear={clear} clearLabel="Filter Rolle entfernen">
        {options(count)}
      </FilterChip>
    );
    const { rerender } = render(view(8));
    await user.click(screen.getByRole("button", { name: "Filter Rolle entfernen" }));
    expect(clear).toHaveBeenCalledTimes(1);
    await user.click(screen.getByRole("button", { name: "Rolle: Wert 1" }));
    await user.type(await screen.findByRole("searchbox", { name: "Werte suchen" }), "wert 7");
    expect(screen.getAllByRole("checkbox")).toHaveLength(1);
    await user.click(screen.getByRole("checkbox", { name: "Wert 7" }));
    expect(choose).toHaveBeenCalledWith(["v1", "v7"]);
    rerender(view(7));
    expect(screen.queryByRole("searchbox")).toBeNull();
  });
});
