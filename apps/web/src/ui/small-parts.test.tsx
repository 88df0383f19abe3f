// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { Avatar } from "./label/avatar.tsx";
import { avatarTint, avatarTints } from "./label/avatar-tint.ts";
import { ErrorState } from "./feedback/error-state.tsx";
import { Highlight, splitAt } from "./label/highlight.tsx";
import { Meter, meterLevel } from "./chart/meter.tsx";
import { SkeletonGroup } from "./feedback/skeleton.tsx";
import { statusStyles, StatusBadge, type StatusMeaning } from "./label/status-badge.tsx";
import { Tabs } from "./layout/tabs.tsx";

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

describe("avatar tint", () => {
  it("is the same for the same person and uses all eight tints", () => {
    expect(avatarTint("0193f2a0")).toBe(avatarTint("0193f2a0"));
    const usedTints = new Set(Array.from({ length: 200 }, (_, index) => avatarTint(`person-${index}`)));
    expect([...usedTints].toSorted()).toEqual([...avatarTints].toSorted());
  });
});

describe("Avatar", () => {
  it("sets wide letters in smaller type, so that they keep clear of the circle", () => {
    const scaleOf = (initials: string) => {
      render(<Avatar id="0193f2a0" initials={initials} />);
      return screen.getByText(initials).className;
    };
    expect(["IMU", "MW", "MUS", "MWM"].map(scaleOf)).toEqual(["", "", "", "scale-80"]);
  });
});

describe("Highlight", () => {
  it("highlights every match case-insensitively and keeps the text", () => {
    expect(splitAt("Muster und Mustermann", "muster").filter((part) => part.hit)).toHaveLength(2);
    const { container } = render(<Highlight text="Ina (Musterfrau)" search=" (MUSTER " />);
    expect(container.textContent).toBe("Ina (Musterfrau)");
    expect(container.querySelector("mark")?.textContent).toBe("(Muster");
  });

  it("highlights nothing without a search term", () => {
    const { container } = render(<Highlight text="Ina" search="  " />);
    expect(container.querySelector("mark")).toBeNull();
  });
});

describe("Meter", () => {
  it("warns above 80 % and does not grow beyond 100 %", () => {
    expect([0.5, 0.8, 0.81, 0.99, 1, 1.3].map(meterLevel)).toEqual([
      "normal",
      "normal",
      "warning",
      "warning",
      "full",
      "full",
    ]);
  });

  it("announces its value and never draws beyond its track", () => {
    const { container } = render(
      <Meter label="KI-Verbrauch" valueText="37,20 € von 30 €" ratio={1.24} limitMark />,
    );
    const meter = screen.getByRole("meter", { name: "KI-Verbrauch" });
    expect(meter.getAttribute("aria-valuetext")).toBe("37,20 € von 30 €");
    expect(meter.getAttribute("aria-valuenow")).toBe("100");
    expect(container.querySelector<HTMLElement>(".bg-danger")?.style.width).toBe("100%");
  });
});

describe("StatusBadge", () => {
  it.each(Object.keys(statusStyles) as StatusMeaning[])("%s has a label and an icon", (meaning) => {
    const { container } = render(<StatusBadge meaning={meaning}>Wort</StatusBadge>);
    expect(container.textContent).toBe("Wort");
    expect(container.querySelector("svg[aria-hidden=true]")).not.toBeNull();
  });
});

describe("SkeletonGroup", () => {
  it("appears after 150 ms", () => {
    vi.useFakeTimers();
    render(<SkeletonGroup label="Wird geladen …">…</SkeletonGroup>);
    expect(screen.getByRole("status").dataset["shown"]).toBe("false");
    act(() => {
      vi.advanceTimersByTime(150);
    });
    expect(screen.getByRole("status").dataset["shown"]).toBe("true");
  });

  it.each([
    ["is visible at once after a visible group", 150, "true"],
    ["continues the wait of another group", 100, "false"],
  ])("%s in its place", (_title, elapsedMs, shown) => {
    vi.useFakeTimers();
    const group = (key: string) => (
      <SkeletonGroup key={key} label="Wird geladen …">
        …
      </SkeletonGroup>
    );
    const { rerender } = render(group("page"));
    act(() => {
      vi.advanceTimersByTime(elapsedMs);
    });
    rerender(group("tab"));
    expect(screen.getByRole("status").dataset["shown"]).toBe(shown);
    act(() => {
      vi.advanceTimersByTime(150 - elapsedMs);
    });
    expect(screen.getByRole("status").dataset["shown"]).toBe("true");
  });

  it("waits again once no other group is on the page", () => {
    vi.useFakeTimers();
    const { unmount } = render(<SkeletonGroup label="Wird geladen …">…</SkeletonGroup>);
    act(() => {
      vi.advanceTimersByTime(1_000);
    });
    unmount();
    render(<SkeletonGroup label="Wird geladen …">…</SkeletonGroup>);
    expect(screen.getByRole("status").dataset["shown"]).toBe("false");
  });
});

describe("ErrorState", () => {
  it("retries and copies the request id", () => {
    const retry = vi.fn();
    const writeText = vi.fn(() => Promise.resolve());
    vi.stubGlobal("navigator", { clipboard: { writeText } });
    render(
      <ErrorState
        title="Das hat nicht geklappt"
        text="Ihre Eingaben sind noch da."
        onRetry={retry}
        retryLabel="Erneut versuchen"
        requestId="req-1"
        requestIdLabel="Anfragenummer"
        copyLabel="Kopieren"
      />,
    );
    fireEvent.click(screen.getByRole("button", { name: "Erneut versuchen" }));
    expect(retry).toHaveBeenCalledTimes(1);
    fireEvent.click(screen.getByRole("button", { name: "Anfragenummer req-1" }));
    expect(writeText).toHaveBeenCalledWith("req-1");
    vi.unstubAllGlobals();
  });
});

describe("Tabs", () => {
  it("are links, and the current tab is marked", () => {
    render(
      <Tabs
        label="Ansichten"
        items={[
          { key: "a", label: "Aktiv", count: 41, current: true, link: (props) => <a href="#a" {...props} /> },
          { key: "b", label: "Gesperrt", current: false, link: (props) => <a href="#b" {...props} /> },
        ]}
      />,
    );
    expect(screen.getByRole("navigation", { name: "Ansichten" })).toBeDefined();
    expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Aktiv 41");
  });
});
