// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Button } from "./button.tsx";

afterEach(cleanup);

describe("Button", () => {
  it("runs its handler on click", () => {
    const onClick = vi.fn();
    render(<Button onClick={onClick}>Speichern</Button>);
    fireEvent.click(screen.getByRole("button", { name: "Speichern" }));
    expect(onClick).toHaveBeenCalledTimes(1);
  });

  it("ignores a second click while busy, and shows the busy label", () => {
    const onClick = vi.fn();
    render(
      <Button busy busyLabel="Wird gespeichert …" onClick={onClick}>
        Speichern
      </Button>,
    );
    const button = screen.getByRole("button");
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute("aria-busy")).toBe("true");
    expect(button.querySelector(".invisible")?.textContent).toBe("Speichern");
  });

  it("reserves space for both labels, so that its width does not change", () => {
    const { rerender } = render(<Button busyLabel="Wird gespeichert …">Speichern</Button>);
    const label = () => screen.getByRole("button").textContent;
    const before = label();
    rerender(
      <Button busy busyLabel="Wird gespeichert …">
        Speichern
      </Button>,
    );
    expect(label()).toBe(before);
  });

  it("stays reachable by keyboard when disabled, with its reason as description", () => {
    const onClick = vi.fn();
    render(
      <Button disabled disabledReason="Sie sind offline" onClick={onClick}>
        Einladen
      </Button>,
    );
    const button = screen.getByRole("button", { name: "Einladen", description: "Sie sind offline" });
    button.focus();
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
    expect(onClick).not.toHaveBeenCalled();
    expect(button.getAttribute("aria-disabled")).toBe("true");
  });

  it("does not submit a form while disabled or busy", () => {
    const submit = vi.fn((event: Event) => event.preventDefault());
    const { container, rerender } = render(
      <form>
        <Button type="submit" disabled>
          Anmelden
        </Button>
      </form>,
    );
    container.querySelector("form")?.addEventListener("submit", submit);
    fireEvent.click(screen.getByRole("button"));
    expect(submit).not.toHaveBeenCalled();
    rerender(
      <form>
        <Button type="submit">Anmelden</Button>
      </form>,
    );
    fireEvent.click(screen.getByRole("button"));
    expect(submit).toHaveBeenCalledTimes(1);
  });
});
