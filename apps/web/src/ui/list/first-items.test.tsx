// @vitest-environment jsdom
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { FirstItems } from "./first-items.tsx";

function list(items: readonly string[]) {
  return (
    <FirstItems
      items={items}
      count={2}
      allLabel={`Alle ${items.length} anzeigen`}
      fewerLabel="Weniger anzeigen"
    >
      {(item) => <li key={item}>{item}</li>}
    </FirstItems>
  );
}
const visibleItems = () => screen.getAllByRole("listitem").map(({ textContent }) => textContent);

test("a long list shows its first items, then all of them, and keeps the focus on its button", async () => {
  const user = userEvent.setup();
  const { rerender } = render(list(["Demo-A", "Demo-B", "Demo-C"]));
  expect(visibleItems()).toEqual(["Demo-A", "Demo-B"]);
  await user.tab();
  await user.keyboard("{Enter}");
  expect(visibleItems()).toEqual(["Demo-A", "Demo-B", "Demo-C"]);
  const button = screen.getByRole("button", { name: "Weniger anzeigen", expanded: true });
  expect(document.activeElement).toBe(button);
  await user.keyboard("{Enter}");
  expect(visibleItems()).toEqual(["Demo-A", "Demo-B"]);
  rerender(list(["Demo-A", "Demo-B"]));
  expect(screen.queryByRole("button")).toBeNull();
});
