// @vitest-environment jsdom
import { errorBoxAutoHideMs, successBoxAutoHideMs } from "@praxisportal/contract/limits";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ErrorBox, SuccessBox, type ErrorKind, type SuccessKind } from "./message-box.tsx";

beforeEach(() => {
  vi.useFakeTimers();
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

const errorKinds: ErrorKind[] = ["error", "warning", "info"];
const successKinds: SuccessKind[] = ["success", "achievement", "complete"];

function signature(container: HTMLElement): string {
  const icon = container.querySelector("svg");
  return `${icon?.getAttribute("class")} ${icon?.innerHTML}`;
}

describe("ErrorBox", () => {
  it("R2.4-52 exists in the kinds error, warning and info, each with its own icon", () => {
    const drawn = errorKinds.map((kind) => {
      const { container, unmount } = render(<ErrorBox kind={kind}>Text</ErrorBox>);
      expect(container.querySelector(`[data-kind=${kind}]`)?.textContent).toBe("Text");
      const seen = signature(container);
      unmount();
      return seen;
    });
    expect(new Set(drawn).size).toBe(3);
  });

  it("R2.4-52 interrupts for an error and a warning, and tells information politely", () => {
    for (const kind of errorKinds) {
      const { container, unmount } = render(<ErrorBox kind={kind}>Text</ErrorBox>);
      const role = container.querySelector(`[data-kind=${kind}]`)?.getAttribute("role");
      expect(role).toBe(kind === "info" ? "status" : "alert");
      unmount();
    }
  });

  it("R4-50 R9-22 hides after 10 s when it is neither persistent nor dismissible", () => {
    const onHide = vi.fn();
    render(<ErrorBox onHide={onHide}>Netzwerkfehler</ErrorBox>);
    expect(errorBoxAutoHideMs).toBe(10_000);
    pass(9_999);
    expect(screen.getByText("Netzwerkfehler")).toBeDefined();
    pass(1);
    expect(screen.queryByText("Netzwerkfehler")).toBeNull();
    expect(onHide).toHaveBeenCalledTimes(1);
  });

  it("R4-51 stays when it is persistent", () => {
    render(<ErrorBox persistent>Netzwerkfehler</ErrorBox>);
    pass(3_600_000);
    expect(screen.getByText("Netzwerkfehler")).toBeDefined();
  });

  it("R4-51 stays when it is dismissible, until someone closes it", () => {
    render(
      <ErrorBox dismissible closeLabel="Schließen">
        Netzwerkfehler
      </ErrorBox>,
    );
    pass(3_600_000);
    fireEvent.click(screen.getByRole("button", { name: "Schließen" }));
    expect(screen.queryByText("Netzwerkfehler")).toBeNull();
  });

  it("does not count the time during which the pointer rests on it", () => {
    render(<ErrorBox>Netzwerkfehler</ErrorBox>);
    const box = screen.getByRole("alert");
    pass(6_000);
    fireEvent.pointerEnter(box);
    pass(60_000);
    fireEvent.pointerLeave(box);
    pass(3_999);
    expect(screen.queryByRole("alert")).not.toBeNull();
    pass(1);
    expect(screen.queryByRole("alert")).toBeNull();
  });
});

describe("SuccessBox", () => {
  it("R2.4-53 exists in the kinds success, achievement and complete, each with its own icon", () => {
    const drawn = successKinds.map((kind) => {
      const { container, unmount } = render(<SuccessBox kind={kind}>Text</SuccessBox>);
      expect(container.querySelector(`[data-kind=${kind}]`)?.textContent).toBe("Text");
      const seen = signature(container);
      unmount();
      return seen;
    });
    expect(new Set(drawn).size).toBe(3);
  });

  it("R4-52 R9-23 hides after 5000 ms by default", () => {
    render(<SuccessBox>Gespeichert</SuccessBox>);
    expect(successBoxAutoHideMs).toBe(5_000);
    pass(4_999);
    expect(screen.getByText("Gespeichert")).toBeDefined();
    pass(1);
    expect(screen.queryByText("Gespeichert")).toBeNull();
  });

  it("R4-53 shows a progress bar that lasts as long as the box stays", () => {
    const { container, rerender } = render(<SuccessBox>Gespeichert</SuccessBox>);
    const bar = () => container.querySelector<HTMLElement>("[data-clock]");
    expect(bar()?.style.getPropertyValue("--clock")).toBe("5000ms");
    rerender(<SuccessBox hideAfterMs={2_000}>Gespeichert</SuccessBox>);
    expect(bar()?.style.getPropertyValue("--clock")).toBe("2000ms");
    pass(2_000);
    expect(bar()).toBeNull();
  });
});
