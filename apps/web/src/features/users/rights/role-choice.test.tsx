// @vitest-environment jsdom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeAll, expect, it } from "vitest";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages } from "../../../platform/i18n/store.ts";
import { sessionStore } from "../../../platform/session/session.store.ts";
import { person } from "../../../platform/session/testing/session-responses.ts";
import { RoleChoice } from "./role-choice.tsx";

beforeAll(() => ensureMessages("common", "rights", "roles"));
afterEach(cleanup);

it("see R0-258 every assignable role and a former label describe what they permit and what they do not", () => {
  sessionStore.setState({ user: person({ role: { type: "super_admin", permissions: ["*"] } }) });
  render(
    <I18nProvider>
      <RoleChoice value="viewer" current="finance" onChange={() => undefined} />
    </I18nProvider>,
  );
  const aiAreas = "Kosten & Rechnungen, Verbrauch, KI-Assistent und KI-Verbrauch & Vorgaben";
  const texts = screen.getAllByRole<HTMLInputElement>("radio").map(({ value, labels }) => {
    const lines = labels?.[0]?.querySelectorAll(".text-small .block") ?? [];
    return [value, [...lines].map((line) => line.textContent)];
  });
  expect(Object.fromEntries(texts)).toEqual({
    finance: [],
    org_admin: [
      "Darf Mitarbeitende verwalten, Konten entsperren, Arbeitsplätze freigeben, die Angaben der Praxis ändern, " +
        "das Protokoll sehen, Schnittstellen verwalten und Anbindungen einrichten.",
      `Kein Zugriff: ${aiAreas}`,
    ],
    practice_admin: [
      "Darf Mitarbeitende verwalten, Konten entsperren, Arbeitsplätze freigeben und die Angaben der Praxis sehen.",
      `Kein Zugriff: Protokoll, ${aiAreas}`,
    ],
    editor: [
      "Darf das Verzeichnis der Mitarbeitenden sehen, die Angaben der Praxis sehen und Daten in angebundenen " +
        "Programmen ändern.",
      `Kein Zugriff: Sicherheit, Arbeitsplätze, Protokoll, ${aiAreas}`,
    ],
    viewer: [
      "Darf das Verzeichnis der Mitarbeitenden sehen und die Angaben der Praxis sehen.",
      `Kein Zugriff: Sicherheit, Arbeitsplätze, Protokoll, ${aiAreas}`,
    ],
  });
  expect(screen.getByText("Buchhaltung").closest("label")?.textContent).toContain(
    "Diese Bezeichnung gibt keine Rechte und wird nicht mehr vergeben.",
  );
});
