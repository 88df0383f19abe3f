// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, it } from "vitest";
import { ProgressRing } from "./progress-ring.tsx";

afterEach(cleanup);

const circumference = 2 * Math.PI * 54;

function remainingArc(container: HTMLElement): SVGCircleElement {
  const circle = container.querySelector<SVGCircleElement>("[data-ring=left]");
  if (!circle) throw new Error("no ring");
  return circle;
}

describe("ProgressRing", () => {
  it("R4-32 has the radius 54 in a box of 120 px", () => {
    const { container } = render(<ProgressRing ratio={0.5}>4:32</ProgressRing>);
    const svg = container.querySelector("svg");
    expect(svg?.getAttribute("width")).toBe("120");
    expect(svg?.getAttribute("height")).toBe("120");
    expect(svg?.getAttribute("viewBox")).toBe("0 0 120 120");
    for (const circle of container.querySelectorAll("circle")) expect(circle.getAttribute("r")).toBe("54");
    expect(screen.getByText("4:32")).toBeDefined();
  });

  it("see R4-32 is full at 1 and empties clockwise from the top", () => {
    const { container, rerender } = render(<ProgressRing ratio={1} />);
    const [full = 0] = remainingArc(container).getAttribute("stroke-dasharray")?.split(" ").map(Number) ?? [];
    expect(full).toBeCloseTo(circumference);
    rerender(<ProgressRing ratio={0.25} />);
    const [quarter = 0] =
      remainingArc(container).getAttribute("stroke-dasharray")?.split(" ").map(Number) ?? [];
    expect(quarter).toBeCloseTo(circumference / 4);
    // The stroke starts after the gap, so the gap is the part clockwise from the top.
    expect(Number(remainingArc(container).getAttribute("stroke-dashoffset"))).toBeCloseTo(
      -circumference * 0.75,
    );
  });

  it("stays within its limits and warns in the last minute", () => {
    const { container, rerender } = render(<ProgressRing ratio={1.4} />);
    expect(Number(remainingArc(container).getAttribute("stroke-dashoffset"))).toBeCloseTo(0);
    expect(remainingArc(container).getAttribute("class")).toContain("stroke-accent");
    rerender(<ProgressRing ratio={0.1} urgent />);
    expect(remainingArc(container).getAttribute("class")).toContain("stroke-chart-2");
  });
});
