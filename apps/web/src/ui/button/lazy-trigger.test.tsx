// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Menu } from "../overlay/menu.tsx";
import { Popover } from "../overlay/popover.tsx";
import { LazyTrigger, preloadable, type TriggerRefProps } from "./lazy-trigger.tsx";

afterEach(cleanup);

type ComponentProps = TriggerRefProps;

function Component({ triggerRef }: ComponentProps) {
  return <button ref={triggerRef}>geladen</button>;
}

function view(load: () => Promise<typeof Component>) {
  const component = preloadable(vi.fn(load));
  render(<LazyTrigger component={component} opens="menu" trigger={<button>Mehr</button>} props={{}} />);
  return component;
}

describe("LazyTrigger", () => {
  it("starts the download on hover and changes nothing before the click", async () => {
    const load = vi.fn(async () => Component);
    view(load);
    const trigger = screen.getByRole("button", { name: "Mehr" });
    expect(load).not.toHaveBeenCalled();
    fireEvent.pointerEnter(trigger);
    fireEvent.focus(trigger);
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    expect(screen.getByRole("button", { name: "Mehr" })).toBe(trigger);
  });

  it("repeats the click on the component's own trigger, once, and focuses it", async () => {
    const onClick = vi.fn();
    view(async () => ({ triggerRef }: ComponentProps) => (
      <button ref={triggerRef} onClick={onClick}>
        geladen
      </button>
    ));
    await userEvent.click(screen.getByRole("button", { name: "Mehr" }));
    const loaded = await screen.findByRole("button", { name: "geladen" });
    await waitFor(() => expect(document.activeElement).toBe(loaded));
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it("retries a failed download on the next click", async () => {
    const load = vi.fn(async () => Component).mockRejectedValueOnce(new Error("offline"));
    const component = view(load);
    const trigger = screen.getByRole("button", { name: "Mehr" });
    fireEvent.pointerEnter(trigger);
    await waitFor(() => expect(load).toHaveBeenCalledTimes(1));
    expect(component.loaded()).toBeUndefined();
    await userEvent.click(trigger);
    await screen.findByRole("button", { name: "geladen" });
  });

  it("see R8-27 reports a failed download on click, and keeps the trigger for another click", async () => {
    const report = vi.fn();
    vi.stubGlobal("reportError", report);
    const offline = new Error("offline");
    view(vi.fn(async () => Component).mockRejectedValueOnce(offline));
    fireEvent.click(screen.getByRole("button", { name: "Mehr" }));
    await waitFor(() => expect(report).toHaveBeenCalledExactlyOnceWith(offline));
    fireEvent.click(screen.getByRole("button", { name: "Mehr" }));
    await screen.findByRole("button", { name: "geladen" });
    vi.unstubAllGlobals();
  });
});

describe("popups with a trigger", () => {
  it("a menu opens with the arrow key at its first entry and returns the focus", async () => {
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

  it("a controlled popover opens without a click", async () => {
    const popover = (open: boolean) => (
      <Popover label="Rolle" open={open} trigger={<button>Rolle</button>}>
        Inhalt
      </Popover>
    );
    const { rerender } = render(popover(false));
    rerender(popover(true));
    expect(await screen.findByRole("dialog", { name: "Rolle" })).toBeDefined();
  });
});
