// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Menu } from "./menu.tsx";
import { Popover } from "./popover.tsx";
import { Reach, reachable, type Reached } from "./reach.tsx";

afterEach(cleanup);

type PartProps = Reached;

function Part({ triggerRef }: PartProps) {
  return <button ref={triggerRef}>geladen</button>;
}

function view(load: () => Promise<typeof Part>) {
  const part = reachable(vi.fn(load));
  render(<Reach part={part} opens="menu" trigger={<button>Mehr</button>} props={{}} />);
  return part;
}

describe("Reach", () => {
  it("begins the download under the pointer and changes nothing before the press", async () => {
    const load = vi.fn(async () => Part);
    view(load);
    const trigger = screen.getByRole("button", { name: "Mehr" });
    expect(load).not.toHaveBeenCalled();
    fireEvent.pointerEnter(trigger);
    fireEvent.focus(trigger);
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    expect(screen.getByRole("button", { name: "Mehr" })).toBe(trigger);
  });

  it("repeats the press on the part's own trigger, once, with the focus on it", async () => {
    const pressed = vi.fn();
    view(async () => ({ triggerRef }: PartProps) => (
      <button ref={triggerRef} onClick={pressed}>
        geladen
      </button>
    ));
    await userEvent.click(screen.getByRole("button", { name: "Mehr" }));
    expect(document.activeElement).toBe(await screen.findByRole("button", { name: "geladen" }));
    expect(pressed).toHaveBeenCalledTimes(1);
  });

  it("tries a failed download again with the next press", async () => {
    const load = vi.fn(async () => Part).mockRejectedValueOnce(new Error("offline"));
    const part = view(load);
    const trigger = screen.getByRole("button", { name: "Mehr" });
    fireEvent.pointerEnter(trigger);
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    expect(part.loaded()).toBeUndefined();
    await userEvent.click(trigger);
    await screen.findByRole("button", { name: "geladen" });
  });

  it("R8-27 reports a download that fails when it is needed, and keeps the trigger for another press", async () => {
    const report = vi.fn();
    vi.stubGlobal("reportError", report);
    const offline = new Error("offline");
    view(vi.fn(async () => Part).mockRejectedValueOnce(offline));
    fireEvent.click(screen.getByRole("button", { name: "Mehr" }));
    await waitFor(() => expect(report).toHaveBeenCalledExactlyOnceWith(offline));
    fireEvent.click(screen.getByRole("button", { name: "Mehr" }));
    await screen.findByRole("button", { name: "geladen" });
    vi.unstubAllGlobals();
  });
});

describe("what opens from a trigger", () => {
  it("a menu opens with the arrow key at its first entry and gives the focus back", async () => {
    const user = userEvent.setup();
    render(<Menu trigger={<button>Aktionen</button>} items={[{ key: "a", label: "Bearbeiten" }]} />);
    const plain = screen.getByRole("button", { name: "Aktionen" });
    expect([plain.ariaHasPopup ?? plain.getAttribute("aria-haspopup"), plain.ariaExpanded]).toEqual([
      "menu",
      "false",
    ]);
    await user.tab();
    await user.keyboard("{ArrowDown}");
    const entry = await screen.findByRole("menuitem", { name: "Bearbeiten" });
    await waitFor(() => expect(document.activeElement).toBe(entry));
    await user.keyboard("{Escape}");
    await waitFor(() => expect(screen.queryByRole("menu")).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole("button", { name: "Aktionen" }));
  });

  it("a popover that somebody else opens comes without a press", async () => {
    const shown = (open: boolean) => (
      <Popover label="Rolle" open={open} trigger={<button>Rolle</button>}>
        Inhalt
      </Popover>
    );
    const { rerender } = render(shown(false));
    rerender(shown(true));
    expect(await screen.findByRole("dialog", { name: "Rolle" })).toBeDefined();
  });
});
