// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { empty, json, networkError, problem } from "../../platform/api-client/testing/fetch-double.ts";
import { WriteBlock } from "../../platform/forms/write-block.tsx";
import { ensureMessages } from "../../platform/i18n/store.ts";
import { notificationStore } from "../../platform/notifications/notifications.store.ts";
import { resetTestPage, show, notificationMessages } from "../../testing/show.tsx";
import { DepartmentsCard } from "./departments-card.tsx";

const organizationId = "01900000-0000-7000-8000-000000000001";
const path = `/api/v1/organizations/${organizationId}/departments`;
const reception = { id: "01900000-0000-7000-8000-00000000000a", name: "Empfang", memberCount: 3 };
const laboratory = { id: "01900000-0000-7000-8000-00000000000b", name: "Labor", memberCount: 0 };

const user = userEvent.setup({ delay: null });

beforeAll(() => ensureMessages("common", "departments"));
/** Number of reads of the list. */
let reads = 0;
beforeEach(() => {
  reads = 0;
});
afterEach(resetTestPage);

interface CardOptions {
  changes?: readonly (Response | Error)[];
  departments?: readonly (typeof reception)[];
  withoutDepartment?: number;
  canManage?: boolean;
  blocked?: string;
  /** Response to the first read of the list. */
  firstRead?: Response;
}

function card({ changes = [], canManage = true, blocked, firstRead, ...list }: CardOptions = {}) {
  const { departments = [reception, laboratory], withoutDepartment = 0 } = list;
  return show(
    <WriteBlock reason={blocked ?? null}>
      <DepartmentsCard
        organizationId={organizationId}
        canManage={canManage}
        people={(name, text) => <a href={`#${name}`}>{text}</a>}
      />
    </WriteBlock>,
    changes,
    {
      "/departments": () => {
        reads += 1;
        return reads === 1 && firstRead !== undefined ? firstRead : { data: departments, withoutDepartment };
      },
    },
  );
}

async function openMenu(name: string, entry: string) {
  await user.click(await screen.findByRole("button", { name: `Aktionen für ${name}` }));
  await user.click(await screen.findByRole("menuitem", { name: entry }));
}

async function openCreate() {
  await user.click(await screen.findByRole("button", { name: "Abteilung anlegen" }));
  return screen.findByRole<HTMLInputElement>("textbox", { name: "Name der Abteilung" });
}
const submit = () =>
  fireEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Speichern" }));

describe("the list of departments", () => {
  it("is announced as loading, then links to the people of each department", async () => {
    card({ withoutDepartment: 1 });
    expect(screen.getByText("Abteilungen werden geladen")).toBeTruthy();
    const rows = within(await screen.findByRole("list", { name: "Abteilungen" })).getAllByRole("listitem");
    expect(rows.map(({ textContent }) => textContent)).toEqual(["Empfang3 Personen", "LaborNiemand"]);
    // Only departments with people have a link.
    expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(["#Empfang"]);
    expect(screen.getByText("1 Person gehört zu keiner Abteilung.")).toBeTruthy();
    expect(screen.queryByText("Abteilungen werden geladen")).toBeNull();
  });

  it.each([
    [true, 1],
    [false, 0],
  ])(
    "explains departments while there are none, and lets a manager (%s) create the first",
    async (canManage, buttons) => {
      card({ departments: [], withoutDepartment: 4, canManage });
      expect(await screen.findByText("Noch keine Abteilung")).toBeTruthy();
      expect(screen.queryAllByRole("button")).toHaveLength(buttons);
      expect(document.body.textContent).not.toContain("zu keiner Abteilung");
    },
  );

  it("has no actions for users who may not change departments", async () => {
    card({ canManage: false });
    expect(await screen.findByText("Empfang")).toBeTruthy();
    expect(screen.queryByRole("button")).toBeNull();
  });

  it("shows the reason if it cannot be loaded, and reloads on request", async () => {
    card({ firstRead: problem(403, "FORBIDDEN", "Dafür fehlt Ihnen die Berechtigung") });
    expect(await screen.findByText("Die Abteilungen konnten nicht geladen werden")).toBeTruthy();
    expect(screen.getByText("Dafür fehlt Ihnen die Berechtigung")).toBeTruthy();
    expect(screen.queryByText("Noch keine Abteilung")).toBeNull();
    fireEvent.click(screen.getByRole("button", { name: "Erneut versuchen" }));
    expect(await screen.findByText("Empfang")).toBeTruthy();
  });

  it("has no enabled action while the organization is read-only, and shows the reason", async () => {
    card({ blocked: "Die Praxis ist gesperrt" });
    const create = await screen.findByRole("button", { name: "Abteilung anlegen" });
    expect([create.getAttribute("aria-disabled"), create.title]).toEqual(["true", "Die Praxis ist gesperrt"]);
    await user.click(screen.getByRole("button", { name: "Aktionen für Empfang" }));
    const entries = await screen.findAllByRole("menuitem");
    expect(entries.map((entry) => entry.getAttribute("aria-disabled"))).toEqual(["true", "true", "true"]);
  });
});

describe("a new department", () => {
  it("requires a name, and appears in the list", async () => {
    const sentCalls = card({ changes: [json({ ...reception, name: "Röntgen" }, 201)] });
    const name = await openCreate();
    submit();
    await waitFor(() => expect(name.getAttribute("aria-invalid")).toBe("true"));
    expect(sentCalls()).toEqual([]);
    fireEvent.change(name, { target: { value: " Röntgen " } });
    submit();
    await waitFor(() => expect(notificationMessages()).toEqual(["Abteilung „Röntgen“ angelegt"]));
    expect(sentCalls().map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", path, { name: " Röntgen " }],
    ]);
    expect(screen.queryByRole("dialog")).toBeNull();
    await waitFor(() => expect(reads).toBe(2));
  });

  it("keeps the input and suggests merging if the name is taken", async () => {
    card({ changes: [problem(409, "ALREADY_EXISTS", "Gibt es schon"), json(reception, 201)] });
    const name = await openCreate();
    fireEvent.change(name, { target: { value: "Empfang" } });
    submit();
    expect((await screen.findByRole("alert")).textContent).toContain("Führen Sie die beiden zusammen");
    expect(name.value).toBe("Empfang");
    expect(notificationMessages()).toEqual([]);
    fireEvent.change(name, { target: { value: "Empfang 2" } });
    submit();
    await waitFor(() => expect(notificationMessages()).toEqual(["Abteilung „Empfang 2“ angelegt"]));
  });

  it("is sent again with the same idempotency key after a lost connection", async () => {
    const sentCalls = card({ changes: [networkError(), json(reception, 201)] });
    const name = await openCreate();
    fireEvent.change(name, { target: { value: "Röntgen" } });
    submit();
    await waitFor(() => expect(notificationMessages()).toHaveLength(1));
    const [first, second] = sentCalls().map(({ headers }) => headers.get("idempotency-key"));
    expect(first?.length).toBeGreaterThan(15);
    expect(second).toBe(first);
  });
});

describe("an existing department", () => {
  it("is renamed for all its people, and the message offers an undo", async () => {
    const sentCalls = card({ changes: [json(reception), json(reception)] });
    await openMenu("Empfang", "Umbenennen");
    const name = await screen.findByRole<HTMLInputElement>("textbox", { name: "Name der Abteilung" });
    expect(name.value).toBe("Empfang");
    expect(screen.getByText("Der neue Name gilt auch für alle 3 Personen dieser Abteilung.")).toBeTruthy();
    fireEvent.change(name, { target: { value: "Anmeldung" } });
    submit();
    await waitFor(() => expect(notificationMessages()).toEqual(["Die Abteilung heißt jetzt „Anmeldung“"]));
    notificationStore.getState().items[0]?.action?.handler();
    await waitFor(() => expect(notificationMessages()).toContain("Die Änderung wurde rückgängig gemacht"));
    const call = `${path}/${reception.id}`;
    expect(sentCalls().map(({ method, url, body }) => [method, url, body])).toEqual([
      ["PUT", call, { name: "Anmeldung" }],
      ["PUT", call, { name: "Empfang" }],
    ]);
    await waitFor(() => expect(reads).toBe(3));
  });

  it("shows that an undo failed, and refetches the list", async () => {
    card({ changes: [json(reception), problem(404, "NOT_FOUND", "Die Abteilung gibt es nicht mehr")] });
    await openMenu("Empfang", "Umbenennen");
    const name = await screen.findByRole("textbox", { name: "Name der Abteilung" });
    fireEvent.change(name, { target: { value: "Anmeldung" } });
    submit();
    await waitFor(() => expect(notificationMessages()).toHaveLength(1));
    notificationStore.getState().items[0]?.action?.handler();
    await waitFor(() => expect(notificationMessages()).toContain("Die Abteilung gibt es nicht mehr"));
    await waitFor(() => expect(reads).toBe(3));
  });

  it("is merged into the chosen department after the user confirms the effect", async () => {
    const third = { ...laboratory, id: "01900000-0000-7000-8000-00000000000c", name: "Röntgen" };
    const sentCalls = card({ departments: [reception, laboratory, third], changes: [empty()] });
    await openMenu("Empfang", "Zusammenführen …");
    const dialog = within(await screen.findByRole("alertdialog", { name: "„Empfang“ zusammenführen?" }));
    expect(dialog.getByText("3 Personen kommen in die andere Abteilung", { exact: false })).toBeTruthy();
    const into = dialog.getByRole("combobox", { name: "Zusammenführen mit" });
    // The department itself cannot be chosen.
    const options = within(into)
      .getAllByRole("option")
      .map(({ textContent }) => textContent);
    expect(options).toEqual(["Labor (0 Personen)", "Röntgen (0 Personen)"]);
    fireEvent.change(into, { target: { value: third.id } });
    fireEvent.click(dialog.getByRole("button", { name: "Zusammenführen" }));
    await waitFor(() => expect(notificationMessages()).toEqual(["„Empfang“ gehört jetzt zu „Röntgen“"]));
    expect(sentCalls().map(({ method, url, body }) => [method, url, body])).toEqual([
      ["POST", `${path}/${reception.id}/merge`, { into: third.id }],
    ]);
  });

  it("cannot be merged while there is no other department", async () => {
    card({ departments: [reception] });
    await user.click(await screen.findByRole("button", { name: "Aktionen für Empfang" }));
    const merge = (await screen.findAllByRole("menuitem"))[1];
    expect(merge?.getAttribute("aria-disabled")).toBe("true");
    expect(merge?.textContent).toContain("Es gibt keine andere Abteilung");
  });

  it("stays in the list with the reason when its deletion is rejected, and is deleted on a retry", async () => {
    const refusal = problem(403, "FORBIDDEN", "Dafür fehlt Ihnen die Berechtigung");
    const sentCalls = card({ changes: [refusal, empty()] });
    await openMenu("Empfang", "Löschen …");
    const dialog = within(await screen.findByRole("alertdialog", { name: "„Empfang“ löschen?" }));
    expect(dialog.getByText("3 Personen bleiben in der Praxis", { exact: false })).toBeTruthy();
    const confirm = dialog.getByRole("button", { name: "Löschen" });
    fireEvent.click(confirm);
    expect((await screen.findByRole("alert")).textContent).toContain("Dafür fehlt Ihnen die Berechtigung");
    expect(notificationMessages()).toEqual([]);
    expect(reads).toBe(1);
    fireEvent.click(confirm);
    await waitFor(() => expect(notificationMessages()).toEqual(["Abteilung „Empfang“ gelöscht"]));
    expect(sentCalls().map(({ method, url }) => [method, url])).toEqual([
      ["DELETE", `${path}/${reception.id}`],
      ["DELETE", `${path}/${reception.id}`],
    ]);
    await waitFor(() => expect(reads).toBe(2));
  });

  it("is not deleted when the confirmation is canceled", async () => {
    const sentCalls = card();
    await openMenu("Labor", "Löschen …");
    const dialog = within(await screen.findByRole("alertdialog"));
    expect(dialog.getByText("Niemand gehört zu dieser Abteilung.")).toBeTruthy();
    fireEvent.click(dialog.getByRole("button", { name: "Abbrechen" }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(sentCalls()).toEqual([]);
  });
});
