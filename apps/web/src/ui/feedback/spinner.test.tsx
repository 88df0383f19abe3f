// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { Spinner, spinnerPixels, type SpinnerSize, type SpinnerType } from "./spinner.tsx";

afterEach(cleanup);

const sizes: [SpinnerSize, number][] = [
  ["small", 16],
  ["medium", 24],
  ["large", 40],
  ["xlarge", 64],
];
const types: SpinnerType[] = ["default", "dots", "ring", "pulse"];
/** Numbers of circles and of arcs. */
const shapeCounts = { default: [0, 1], dots: [3, 0], ring: [1, 1], pulse: [1, 0] } as const;

describe("Spinner", () => {
  it.each(sizes)("R2.4-50 in size %s is %i px wide and high", (size, pixels) => {
    const { container } = render(<Spinner size={size} />);
    expect(container.querySelector("svg")?.getAttribute("width")).toBe(String(pixels));
    expect(container.querySelector("svg")?.getAttribute("height")).toBe(String(pixels));
  });

  it("R2.4-50 has the sizes small, medium, large and xlarge", () => {
    expect(Object.keys(spinnerPixels)).toEqual(["small", "medium", "large", "xlarge"]);
  });

  it("R2.4-51 draws the types default, dots, ring and pulse differently", () => {
    const drawings = types.map((type) => {
      const { container, unmount } = render(<Spinner type={type} />);
      expect(container.querySelector(`[data-spinner=${type}] svg`)).not.toBeNull();
      const shapes = ["circle", "path"].map((shape) => container.querySelectorAll(shape).length);
      expect([type, ...shapes]).toEqual([type, ...shapeCounts[type]]);
      expect(container.querySelectorAll("[class*=motion-]").length, type).toBeGreaterThan(0);
      const drawing = container.querySelector("svg")?.innerHTML;
      unmount();
      return drawing;
    });
    expect(new Set(drawings).size).toBe(4);
  });

  it("announces what is loading, and is silent without a label", () => {
    const { rerender, container } = render(<Spinner label="Wird geladen …" />);
    expect(screen.getByRole("status").textContent).toBe("Wird geladen …");
    rerender(<Spinner />);
    expect(screen.queryByRole("status")).toBeNull();
    expect(container.firstElementChild?.getAttribute("aria-hidden")).toBe("true");
  });
});
