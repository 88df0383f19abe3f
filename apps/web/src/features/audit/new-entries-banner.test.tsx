// @vitest-environment jsdom
import { screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../testing/show.tsx";
import { NewEntriesBanner } from "./new-entries-banner.tsx";

beforeAll(() => ensureMessages("audit"));
afterEach(resetTestPage);

/** Shows the banner above an empty filtered list, while `found` newer entries match the filter. */
function showBanner(found: number): URL[] {
  const requestedUrls: URL[] = [];
  const data = Array.from({ length: found }, (_, index) => ({ seq: found - index }));
  show(
    <NewEntriesBanner
      scope={null}
      search={{ action: "site.*", searchActions: "site.updated", cursor: "older-9" }}
      entries={[]}
      onShow={() => undefined}
    />,
    [],
    {
      "/audit": (url: string) => {
        requestedUrls.push(new URL(url, "https://portal.example"));
        return { data };
      },
    },
  );
  return requestedUrls;
}

it.each([
  [4, "4 neue Einträge"],
  [25, "25 neue Einträge"],
  [26, "Mehr als 25 neue Einträge"],
])("counts only new entries that match the filters: %i", async (found, text) => {
  const requestedUrls = showBanner(found);
  expect(await screen.findByText(text)).toBeDefined();
  expect(Object.fromEntries(requestedUrls[0]?.searchParams ?? [])).toEqual({
    action: "site.*",
    searchActions: "site.updated",
    limit: "26",
  });
});
