// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { LoadingOverlay } from "./loading-overlay.tsx";

afterEach(cleanup);

describe("LoadingOverlay", () => {
  it("see R2.3-01 shows what is loading, with a spinner", () => {
    const { container } = render(<LoadingOverlay label="Praxisportal wird geladen" />);
    expect(screen.getByRole("status").textContent).toBe("Praxisportal wird geladen");
    expect(container.querySelector("[data-spinner] svg")).not.toBeNull();
  });

  it("see R2.3-01 blocks keys for the content below, but not browser shortcuts, and keeps the focus", () => {
    const onClick = vi.fn();
    const page = (loading: boolean) => (
      <>
        <button type="button" onKeyDown={onClick}>
          Speichern
        </button>
        {loading && <LoadingOverlay label="Moment" />}
      </>
    );
    const { rerender } = render(page(true));
    const button = screen.getByRole("button");
    button.focus();
    expect(fireEvent.keyDown(button, { key: "Enter" })).toBe(false);
    expect(fireEvent.keyDown(button, { key: "Tab" })).toBe(false);
    expect(fireEvent.keyDown(button, { key: "r", ctrlKey: true })).toBe(true);
    expect(fireEvent.keyDown(button, { key: "F5" })).toBe(true);
    expect(onClick).not.toHaveBeenCalled();
    rerender(page(false));
    expect(document.activeElement).toBe(button);
    expect(fireEvent.keyDown(button, { key: "Enter" })).toBe(true);
    expect(onClick).toHaveBeenCalledOnce();
  });
});
