// @vitest-environment jsdom
import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { BreakableText } from "./breakable-text.tsx";

afterEach(cleanup);

it.each([
  ["Mia Muster (mia_muster_probe)", "Mia Muster (mia_<wbr>muster_<wbr>probe)"],
  ["mia.muster@example.org", "mia.muster<wbr>@example.org"],
  ["https://labor.example.org/eingang/neu", "https://labor.example.org/<wbr>eingang/<wbr>neu"],
  ["Das Portal", "Das Portal"],
])("%s may wrap only between its parts", (text, html) => {
  const { container } = render(<BreakableText text={text} />);
  expect(container.innerHTML).toBe(html);
});

it("highlights the search term and adds no line breaks", () => {
  const { container } = render(<BreakableText text="mia_muster" search="must" />);
  expect(container.querySelector("mark")?.textContent).toBe("must");
  expect(container.textContent).toBe("mia_muster");
});
