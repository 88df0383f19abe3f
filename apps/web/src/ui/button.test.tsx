// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Button } from "./button.tsx";

afterEach(cleanup);

describe("Button", () => {
  it("acts on a press", () => {
    const press = vi.fn();
    render(<Button onClick={press}>Speichern</Button>);
    fireEvent.click(screen.getByRole("button", { name: "Speichern" }));
    expect(press).toHaveBeenCalledTimes(1);
  });

  it("does nothing on a second press while busy, and says the busy word", () => {
    const press = vi.fn();
    render(
      <Button busy busyLabel="Wird gespeichert …" onClick={press}>
        Speichern
      </Button>,
    );
    const button = screen.getByRole("button");
    fireEvent.click(button);
    expect(press).not.toHaveBeenCalled();
    expect(button.getAttribute("aria-busy")).toBe("true");
    expect(button.querySelector(".invisible")?.textContent).toBe("Speichern");
  });

  it("holds the room for both words from the start, so that its width never changes", () => {
    const { rerender } = render(<Button busyLabel="Wird gespeichert …">Speichern</Button>);
    const words = () => screen.getByRole("button").textContent;
    const before = words();
    rerender(
      <Button busy busyLabel="Wird gespeichert …">
        Speichern
      </Button>,
    );
    expect(words()).toBe(before);
  });

  it("stays reachable by keyboard when disabled, with its reason as description", () => {
    const press = vi.fn();
    render(
      <Button disabled disabledReason="Sie sind offline" onClick={press}>
        Einladen
      </Button>,
    );
    const button = screen.getByRole("button", { name: "Einladen", description: "Sie sind offline" });
    button.focus();
    expect(document.activeElement).toBe(button);
    fireEvent.click(button);
    expect(press).not.toHaveBeenCalled();
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
