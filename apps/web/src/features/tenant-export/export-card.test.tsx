// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { fetchDouble, json, networkError, problem } from "../../platform/api-client/testing/fetch-double.ts";
import { WriteBlock } from "../../platform/forms/write-block.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { resetTestPage, show } from "../../testing/show.tsx";
import { ExportCard } from "./export-card.tsx";

const organizationId = "01900000-0000-7000-8000-000000000001";
const path = `/api/tenant/organizations/${organizationId}/export`;
const ticket = (name = "ticket-1") => json({ ticket: name }, 201);
/** URLs whose download was started. */
let downloads: string[] = [];

beforeAll(() => ensureMessages("common", "tenant-export"));
beforeEach(() => {
  downloads = [];
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function click(this: HTMLAnchorElement) {
    downloads.push(this.getAttribute("href") ?? "");
  });
});
afterEach(resetTestPage);

const button = (format: "JSON-Datei" | "ZIP-Archiv") =>
  screen.getByRole("button", { name: `Als ${format} exportieren` });

it("explains what the export omits and who is notified", () => {
  show(<ExportCard organizationId={organizationId} />, []);
  expect(screen.getByText("Passwörter und Schlüssel sind nicht enthalten", { exact: false })).toBeTruthy();
  expect(screen.getByText("die Praxis-Administration wird benachrichtigt", { exact: false })).toBeTruthy();
  expect(screen.getAllByRole("listitem")).toHaveLength(2);
});

it.each([
  ["JSON-Datei", "json"],
  ["ZIP-Archiv", "archive"],
] as const)("the %s is requested as %s, for the displayed organization", async (name, format) => {
  const sentCalls = show(<ExportCard organizationId={organizationId} />, [ticket()]);
  fireEvent.click(button(name));
  await waitFor(() => expect(downloads).toEqual([`${path}?format=${format}&ticket=ticket-1`]));
  expect(
    sentCalls().map(({ method, url, body, headers }) => [
      method,
      url,
      body,
      headers.get("x-organization-id"),
    ]),
  ).toEqual([["POST", "/api/v1/auth/download-ticket", { path: `${path}?format=${format}` }, organizationId]]);
});

it("while an export is requested, only its button is busy and a second export cannot start", async () => {
  show(<ExportCard organizationId={organizationId} />, []);
  let respond: (response: Response) => void = () => undefined;
  const calls = fetchDouble(() => new Promise((resolve) => (respond = resolve)));
  fireEvent.click(button("ZIP-Archiv"));
  await waitFor(() => expect(button("ZIP-Archiv").getAttribute("aria-busy")).toBe("true"));
  expect(button("JSON-Datei").getAttribute("aria-busy")).toBeNull();
  fireEvent.click(button("JSON-Datei"));
  await waitFor(() => expect(calls).toHaveLength(1));
  respond(ticket());
  await waitFor(() => expect(button("ZIP-Archiv").getAttribute("aria-busy")).toBeNull());
  expect(downloads).toEqual([`${path}?format=archive&ticket=ticket-1`]);
  expect(calls).toHaveLength(1);
});

it.each([
  [
    "a refusal",
    problem(403, "FORBIDDEN", "Dafür fehlt Ihnen die Berechtigung"),
    "fehlt Ihnen die Berechtigung",
  ],
  ["a lost connection", networkError(), "Das Portal ist gerade nicht erreichbar"],
])("after %s, shows why the export failed until another attempt succeeds", async (_case, failure, text) => {
  show(<ExportCard organizationId={organizationId} />, [failure, ticket("ticket-2")]);
  fireEvent.click(button("JSON-Datei"));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Der Export ist fehlgeschlagen");
  expect(alert.textContent).toContain(text);
  expect(downloads).toEqual([]);
  fireEvent.click(button("ZIP-Archiv"));
  await waitFor(() => expect(downloads).toEqual([`${path}?format=archive&ticket=ticket-2`]));
  expect(screen.queryByRole("alert")).toBeNull();
});

it("see R0-86 exports while the organization is read-only", async () => {
  show(
    <WriteBlock reason="Die Praxis ist gesperrt">
      <ExportCard organizationId={organizationId} />
    </WriteBlock>,
    [ticket()],
  );
  fireEvent.click(button("JSON-Datei"));
  await waitFor(() => expect(downloads).toHaveLength(1));
});
