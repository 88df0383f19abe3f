// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { json, networkError, problem } from "../../platform/api-client/testing/fetch-double.ts";
import { setStepUpHandler } from "../../platform/api-client/step-up-request.ts";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../testing/show.tsx";
import { ServerBlockContext } from "../../ui/button/server-block.ts";
import { OwnDataCard } from "./own-data-card.tsx";

const ticket = () => json({ ticket: "ticket-1" }, 201);
/** Addresses whose download was started. */
let downloads: string[] = [];

beforeAll(() => ensureMessages("common", "own-data"));
beforeEach(() => {
  downloads = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push(this.getAttribute("href") ?? "");
  });
});
afterEach(resetTestPage);

const button = () => screen.getByRole("button", { name: "Meine Daten herunterladen" });

it("describes the content of the file, and downloads it with a ticket for this call", async () => {
  const sentCalls = show(<OwnDataCard />, [ticket()]);
  expect(
    screen.getByText("Passwörter, Codes und Daten anderer sind nicht enthalten", { exact: false }),
  ).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  fireEvent.click(button());
  fireEvent.click(button());
  await waitFor(() => expect(downloads).toEqual(["/api/v1/users/me/export?ticket=ticket-1"]));
  expect(sentCalls().map(({ method, url, body }) => [method, url, body])).toEqual([
    ["POST", "/api/v1/auth/download-ticket", { path: "/api/v1/users/me/export" }],
  ]);
});

it.each([
  [
    "a refusal",
    problem(429, "TOO_MANY_ATTEMPTS", "Erst in einer Stunde wieder"),
    "Erst in einer Stunde wieder",
  ],
  ["a lost connection", networkError(), "Das Portal ist gerade nicht erreichbar"],
])("after %s, shows the reason until the next attempt succeeds", async (_case, failure, text) => {
  show(<OwnDataCard />, [failure, ticket()]);
  fireEvent.click(button());
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Ihre Daten konnten nicht heruntergeladen werden");
  expect(alert.textContent).toContain(text);
  expect(downloads).toEqual([]);
  fireEvent.click(button());
  await waitFor(() => expect(downloads).toHaveLength(1));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("a canceled step-up shows no failure", async () => {
  const ask = vi.fn(async () => false);
  const unregister = setStepUpHandler(ask);
  const sentCalls = show(<OwnDataCard />, [problem(403, "STEP_UP_REQUIRED")]);
  fireEvent.click(button());
  await waitFor(() => expect(ask).toHaveBeenCalledOnce());
  await waitFor(() => expect(button().getAttribute("aria-busy")).toBeNull());
  expect(sentCalls()).toHaveLength(1);
  expect(screen.queryByRole("alert")).toBeNull();
  expect(downloads).toEqual([]);
  unregister();
});

it("while offline, the button is disabled and shows the reason", () => {
  const reason = "Ohne Verbindung zum Server ist das nicht möglich";
  const sentCalls = show(
    <ServerBlockContext value={reason}>
      <OwnDataCard />
    </ServerBlockContext>,
    [ticket()],
  );
  expect(button().getAttribute("aria-disabled")).toBe("true");
  expect(button().title).toBe(reason);
  fireEvent.click(button());
  expect(sentCalls()).toEqual([]);
});
