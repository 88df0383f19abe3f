// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorBox, SuccessBox, type ErrorVariant, type SuccessVariant } from "./message-box.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function advanceTime(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

const errorVariants: ErrorVariant[] = ["error", "warning", "info"];
const successVariants: SuccessVariant[] = ["success", "achievement", "complete"];

function signature(container: HTMLElement): string {
  const icon = container.querySelector("svg");
  return `${icon?.getAttribute("class")} ${icon?.innerHTML}`;
}

describe("ErrorBox", () => {
  it("R2.4-52 has the variants error, warning and info, each with its own icon", () => {
    const drawn = errorVariants.map((variant) => {
      const { container, unmount } = render(<ErrorBox variant={variant}>Text</ErrorBox>);
      expect(container.querySelector(`[data-kind=${variant}]`)?.textContent).toBe("Text");
      const drawing = signature(container);
      unmount();
      return drawing;
    });
    expect(new Set(drawn).size).toBe(3);
  });

  it("see R2.4-52 announces errors and warnings assertively, information politely", () => {
    for (const variant of errorVariants) {
      const { container, unmount } = render(<ErrorBox variant={variant}>Text</ErrorBox>);
      const role = container.querySelector(`[data-kind=${variant}]`)?.getAttribute("role");
      expect(role).toBe(variant === "info" ? "status" : "alert");
      unmount();
    }
  });

  it("R4-50 R9-22 hides after 10 s when it is neither persistent nor dismissible", () => {
    const onHide = vi.fn();
    render(<ErrorBox onHide={onHide}>Netzwerkfehler</ErrorBox>);
    advanceTime(9_999);
    expect(screen.getByText("Netzwerkfehler")).toBeDefined();
    advanceTime(1);
    expect(screen.queryByText("Netzwerkfehler")).toBeNull();
    expect(onHide).toHaveBeenCalledTimes(1);
  });

  it("R4-51 stays if it is persistent", () => {
    render(<ErrorBox persistent>Netzwerkfehler</ErrorBox>);
    advanceTime(3_600_000);
    expect(screen.getByText("Netzwerkfehler")).toBeDefined();
  });

  it("R4-51 stays if it is dismissible, until it is closed", () => {
    render(
      <ErrorBox dismissible closeLabel="Schließen">
        Netzwerkfehler
      </ErrorBox>,
    );
    advanceTime(3_600_000);
    fireEvent.click(screen.getByRole("button", { name: "Schließen" }));
    expect(screen.queryByText("Netzwerkfehler")).toBeNull();
  });

  it("does not count the time while the pointer is over it", () => {
    render(<ErrorBox>Netzwerkfehler</ErrorBox>);
    const box = screen.getByRole("alert");
    advanceTime(6_000);
    fireEvent.pointerEnter(box);
    advanceTime(60_000);
    fireEvent.pointerLeave(box);
    advanceTime(3_999);
    expect(screen.queryByRole("alert")).not.toBeNull();
    advanceTime(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("SuccessBox", () => {
  it("R2.4-53 has the variants success, achievement and complete, each with its own icon", () => {
    const drawn = successVariants.map((variant) => {
      const { container, unmount } = render(<SuccessBox variant={variant}>Text</SuccessBox>);
      expect(container.querySelector(`[data-kind=${variant}]`)?.textContent).toBe("Text");
      const drawing = signature(container);
      unmount();
      return drawing;
    });
    expect(new Set(drawn).size).toBe(3);
  });

  it("R4-52 R9-23 hides after 5000 ms by default", () => {
    render(<SuccessBox>Gespeichert</SuccessBox>);
    advanceTime(4_999);
    expect(screen.getByText("Gespeichert")).toBeDefined();
    advanceTime(1);
    expect(screen.queryByText("Gespeichert")).toBeNull();
  });

  it("R4-53 shows a progress bar for as long as the box stays", () => {
    const { container, rerender } = render(<SuccessBox>Gespeichert</SuccessBox>);
    const bar = () => container.querySelector<HTMLElement>("[data-clock]");
    expect(bar()?.style.getPropertyValue("--clock")).toBe("5000ms");
    rerender(<SuccessBox hideAfterMs={2_000}>Gespeichert</SuccessBox>);
    expect(bar()?.style.getPropertyValue("--clock")).toBe("2000ms");
    // The bar pauses while the pointer is over the box.
    const isPaused = () => bar()?.classList.contains("[animation-play-state:paused]");
    const box = screen.getByRole("status");
    expect(isPaused()).toBe(false);
    fireEvent.pointerEnter(box);
    expect(isPaused()).toBe(true);
    advanceTime(60_000);
    fireEvent.pointerLeave(box);
    expect(isPaused()).toBe(false);
    advanceTime(1_999);
    expect(bar()).not.toBeNull();
    advanceTime(1);
    expect(bar()).toBeNull();
  });
});
