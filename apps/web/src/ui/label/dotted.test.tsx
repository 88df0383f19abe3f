// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { Dotted } from "./dotted.tsx";

afterEach(cleanup);

/** Returns the texts of the elements that no line break separates. */
const detailsOf = (container: Element) =>
  [...container.querySelectorAll(".inline-block")].map(({ textContent }) => textContent);

it("has dots in its text, and each visible dot is the background of a space that disappears at a line break", () => {
  const { container } = render(
    <Dotted details={["Nur lesen", null, undefined, false, <b key="site">Labor</b>]} />,
  );
  expect(container.textContent).toBe("Nur lesen · Labor");
  expect(detailsOf(container)).toEqual(["Nur lesen", "Labor"]);
  const dots = [...container.querySelectorAll(".dot-space")];
  expect(dots.map(({ textContent }) => textContent)).toEqual([" "]);
});

it("shows a single detail without a dot", () => {
  const { container } = render(<Dotted details={["Nur lesen", null]} />);
  expect(container.textContent).toBe("Nur lesen");
});
