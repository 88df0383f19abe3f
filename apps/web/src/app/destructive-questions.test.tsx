// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { resetTestPage, show } from "../testing/show.tsx";
import { DiscardQuestion } from "./pages/admin/discard-question.tsx";
import { RemoveMandateDialog } from "../features/billing/payment/remove-mandate-dialog.tsx";
import { DepartmentConfirmDialog } from "../features/departments/department-confirm-dialog.tsx";
import { WithdrawCodeDialog } from "../features/emergency-code/withdraw-code-dialog.tsx";
import { DiscardDialog } from "../features/invoices/detail/discard-dialog.tsx";
import { RemoveRateDialog } from "../features/invoices/operator/remove-rate-dialog.tsx";
import { CleanUpDialog } from "../features/org-tokens/revoke/clean-up-dialog.tsx";
import { StateConfirmDialog } from "../features/organizations/administration/state-confirm-dialog.tsx";
import { RemoveLogoDialog } from "../features/organizations/logo/remove-logo-dialog.tsx";
import { RemoveDialog as RemovePasskeyDialog } from "../features/passkeys/remove-dialog.tsx";
import { RemoveDialog as RemoveSiteDialog } from "../features/sites/remove-dialog.tsx";
import { DisableDialog } from "../features/two-factor/disable-dialog.tsx";
import { BulkConfirmDialog } from "../features/users/bulk/bulk-confirm-dialog.tsx";
import {
  type PersonConfirmAction,
  PersonConfirmDialog,
} from "../features/users/person/person-confirm-dialog.tsx";
import { BlockDialog } from "../features/users/security/block-dialog.tsx";
import type { SecurityAction } from "../features/users/security/person-security.api.ts";
import { SecurityConfirmDialog } from "../features/users/security/security-confirm-dialog.tsx";
import de from "../features/users/people.de.json" with { type: "json" };
import en from "../features/users/people.en.json" with { type: "json" };
import fr from "../features/users/people.fr.json" with { type: "json" };
import it_ from "../features/users/people.it.json" with { type: "json" };
import { RemoveDialog as RemoveWebhookDialog } from "../features/webhooks/edit/remove-dialog.tsx";
import { RemoveDialog as RemoveWorkstationDialog } from "../features/workstations/remove-dialog.tsx";
import { empty, json } from "../platform/api-client/testing/fetch-double.ts";
import { ensureMessages } from "../platform/i18n/store.ts";
import { emptySession, sessionStore } from "../platform/session/session.store.ts";

// Some notifications lead to a page.
vi.mock("@tanstack/react-router", async (load) => ({
  ...(await load<typeof import("@tanstack/react-router")>()),
  useNavigate: () => () => undefined,
}));

beforeAll(() =>
  ensureMessages(
    "admin",
    "billing-profile",
    "client-tokens",
    "common",
    "departments",
    "emergency-code",
    "invoice-changes",
    "invoice-operator",
    "organization-logo",
    "organization-steps",
    "passkeys",
    "people",
    "person-security",
    "sites",
    "two-factor",
    "users-bulk",
    "webhooks",
    "workstations",
  ),
);
beforeEach(() => sessionStore.setState({ organization: { id: "p1", name: "Praxis Muster" } }));
afterEach(() => {
  resetTestPage();
  sessionStore.setState(emptySession, true);
});

const ignore = () => undefined;
const confirmed = vi.fn<() => void>();
const base = { organizationId: "p1", onClose: ignore, onChanged: ignore, onDone: ignore };
const person = { id: "u1", personalInfo: { firstName: "Rita", lastName: "Beispiel" } } as never;
const personDialog = (action: PersonConfirmAction) => (
  <PersonConfirmDialog {...base} action={action} person={person} />
);
const security = (action: SecurityAction) => (
  <SecurityConfirmDialog {...base} action={action} person={person} />
);
const department = { id: "d1", name: "Labor", memberCount: 3 } as never;
const otherDepartments = [{ id: "d2", name: "Empfang", memberCount: 0 }] as never;
const state = (step: "suspend" | "archive") => (
  <StateConfirmDialog
    {...base}
    step={step}
    organization={{ id: "p2", name: "Praxis Nord", status: "active", version: 4 } as never}
  />
);
const chosenPeople = new Map([..."ABCDEFG"].map((letter) => [letter, `Lia Muster-${letter}`]));
const bulk = (kind: "deactivate" | "delete") => (
  <BulkConfirmDialog {...base} kind={kind} people={chosenPeople} onConfirm={confirmed} />
);
const listedNames = [..."ABCDE"].map((letter) => `Lia Muster-${letter}`).concat("und 2 weitere Personen");

/** Question with its dialog, title, effect, confirming button, and the call that is sent on confirmation. */
type Question = readonly [part: ReactNode, title: string, effect: string, confirm: string, sent?: string];

const questions: Readonly<Record<string, Question>> = {
  "deactivating a person": [
    personDialog("deactivate"),
    "Rita Beispiel deaktivieren?",
    "Rita Beispiel wird sofort abgemeldet und kann sich in „Praxis Muster“ nicht mehr anmelden. Der Platz wird frei. Sie können das jederzeit rückgängig machen.",
    "Deaktivieren",
    "PUT /api/v1/users/u1",
  ],
  "removing a person": [
    personDialog("remove"),
    "Rita Beispiel aus „Praxis Muster“ entfernen?",
    "Rita Beispiel verliert sofort den Zugang zu allem, was zu „Praxis Muster“ gehört. Das Konto selbst bleibt bestehen.",
    "Aus der Praxis entfernen",
    "DELETE /api/v1/organizations/p1/members/u1",
  ],
  "revoking an invitation": [
    personDialog("revoke"),
    "Einladung von Rita Beispiel zurückziehen?",
    "Der Link in der Einladung an Rita Beispiel gilt dann nicht mehr. Der Platz in „Praxis Muster“ wird frei.",
    "Einladung zurückziehen",
    "DELETE /api/v1/organizations/p1/members/u1",
  ],
  "deleting a person": [
    personDialog("delete"),
    "Rita Beispiel endgültig löschen?",
    "Das kann nicht rückgängig gemacht werden. Name, E-Mail-Adresse, Telefonnummer und Anmeldung von Rita Beispiel werden gelöscht, alle Sitzungen enden sofort. Die Einträge im Protokoll von „Praxis Muster“ bleiben erhalten.",
    "Löschen",
    "DELETE /api/v1/users/u1",
  ],
  "deactivating several people": [
    bulk("deactivate"),
    "7 Personen deaktivieren?",
    "Die ausgewählten Personen werden sofort abgemeldet und können sich in „Praxis Muster“ nicht mehr anmelden. Die Plätze werden frei. Sie können das jederzeit rückgängig machen.",
    "7 Personen deaktivieren",
  ],
  "deleting several people": [
    bulk("delete"),
    "7 Personen endgültig löschen?",
    "Das kann nicht rückgängig gemacht werden. Namen, E-Mail-Adressen, Telefonnummern und Anmeldungen werden gelöscht, alle Sitzungen enden sofort. Die Einträge im Protokoll von „Praxis Muster“ bleiben erhalten.",
    "7 Personen löschen",
  ],
  "blocking a person": [
    <BlockDialog key="" {...base} person={person} />,
    "Rita Beispiel blockieren?",
    "Rita Beispiel wird in „Praxis Muster“ sofort abgemeldet. Alle Zugriffsschlüssel, mit denen Anwendungen im Namen von Rita Beispiel arbeiten, werden widerrufen. Eine Anmeldung ist nicht mehr möglich, bis Sie die Blockierung aufheben. Der Platz bleibt belegt.",
    "Blockieren",
    "POST /api/v1/users/manage/u1/block",
  ],
  "ending all sessions": [
    security("resetConnections"),
    "Alle Sitzungen von Rita Beispiel beenden?",
    "Rita Beispiel wird in „Praxis Muster“ auf allen Geräten sofort abgemeldet. Alle Zugriffsschlüssel, mit denen Anwendungen in „Praxis Muster“ im Namen von Rita Beispiel arbeiten, werden widerrufen. Nicht gespeicherte Eingaben gehen verloren. Eine neue Anmeldung bleibt möglich.",
    "Alle Sitzungen beenden",
    "POST /api/v1/users/manage/u1/reset-connections",
  ],
  "resetting a second factor": [
    security("resetTwoFactor"),
    "Zwei-Faktor-Anmeldung von Rita Beispiel zurücksetzen?",
    "App, Sicherungscodes und Passkeys von Rita Beispiel gelten ab sofort nicht mehr, und alle Sitzungen werden beendet. Bis zur neuen Einrichtung schützt nur das Passwort das Konto. Rita Beispiel wird benachrichtigt.",
    "Zurücksetzen",
    "POST /api/v1/users/manage/u1/reset-2fa",
  ],
  "ending a day code": [
    security("endDayCode"),
    "Tagescode von Rita Beispiel beenden?",
    "Der Code gilt ab sofort nicht mehr, und Rita Beispiel wird dort abgemeldet, wo die Anmeldung mit ihm begonnen hat. Die Zwei-Faktor-Anmeldung bleibt, wie sie ist.",
    "Tagescode beenden",
    "DELETE /api/v1/users/manage/u1/day-code",
  ],
  "merging a department": [
    <DepartmentConfirmDialog
      key=""
      {...base}
      kind="merge"
      department={department}
      others={otherDepartments}
    />,
    "„Labor“ zusammenführen?",
    "3 Personen kommen in die andere Abteilung. „Labor“ gibt es danach nicht mehr.",
    "Zusammenführen",
    "POST /api/v1/organizations/p1/departments/d1/merge",
  ],
  "deleting a department": [
    <DepartmentConfirmDialog
      key=""
      {...base}
      kind="remove"
      department={department}
      others={otherDepartments}
    />,
    "„Labor“ löschen?",
    "3 Personen bleiben in der Praxis und gehören dann zu keiner Abteilung.",
    "Löschen",
    "DELETE /api/v1/organizations/p1/departments/d1",
  ],
  "deleting a site": [
    <RemoveSiteDialog
      key=""
      {...base}
      site={{ id: "s1", name: "Hauptstelle", memberCount: 2, version: 1 } as never}
      onStale={ignore}
    />,
    "„Hauptstelle“ löschen?",
    "2 Personen sind dann keiner Betriebsstätte zugeordnet.",
    "Löschen",
    "DELETE /api/v1/organizations/p1/sites/s1",
  ],
  "removing a logo": [
    <RemoveLogoDialog key="" {...base} organization={{ id: "p1", name: "Praxis Muster" }} />,
    "Logo von „Praxis Muster“ entfernen?",
    "Es ist dann für niemanden mehr zu sehen und belegt keinen Speicher mehr.",
    "Entfernen",
    "DELETE /api/v1/organizations/p1/logo",
  ],
  "suspending an organization": [
    state("suspend"),
    "„Praxis Nord“ aussetzen?",
    "Mitarbeitende werden sofort abgemeldet und können sich nicht mehr anmelden; Zugriffsschlüssel von Anwendungen gelten nicht mehr. Nur die Praxis-Administration kann noch Daten ansehen.",
    "Aussetzen",
    "POST /api/tenant/organizations/p2/suspend",
  ],
  "archiving an organization": [
    state("archive"),
    "„Praxis Nord“ archivieren?",
    "Alle werden abgemeldet, und niemand kann sich anmelden. Die Daten bleiben erhalten.",
    "Archivieren",
    "PUT /api/v1/organizations/p2",
  ],
  "deleting a webhook": [
    <RemoveWebhookDialog
      key=""
      {...base}
      webhook={{ id: "w1", name: "Labor Nord" } as never}
      onRemoved={ignore}
    />,
    "„Labor Nord“ löschen?",
    "Der Empfänger erfährt nichts mehr. Die Zustellungen der letzten 30 Tage werden mit gelöscht.",
    "Löschen",
    "DELETE /api/tenant/organizations/p1/webhooks/w1",
  ],
  "removing a workstation": [
    <RemoveWorkstationDialog
      key=""
      {...base}
      workstation={{ id: "k1", label: "Empfang links", browser: null, system: null } as never}
    />,
    "„Empfang links“ entfernen?",
    "Wer an diesem Arbeitsplatz angemeldet ist, wird abgemeldet. Bei der nächsten Anmeldung erscheint der Arbeitsplatz wieder, ohne Namen und ohne Freigabe.",
    "Entfernen",
    "DELETE /api/v1/organizations/p1/workstations/k1",
  ],
  "removing a passkey": [
    <RemovePasskeyDialog key="" {...base} name="Notebook" onConfirm={confirmed} />,
    "Passkey „Notebook“ entfernen?",
    "Mit diesem Passkey kann sich danach niemand mehr anmelden. Ihre anderen Sitzungen enden. Auf dem Gerät selbst löschen Sie ihn in dessen Passwort-Einstellungen.",
    "Entfernen",
  ],
  "switching a second factor off": [
    <DisableDialog key="" {...base} onDisabled={ignore} />,
    "Zwei-Faktor-Anmeldung ausschalten?",
    "Danach genügt für Ihre Anmeldung das Passwort. Die Sicherungscodes gelten nicht mehr, und Ihre anderen Sitzungen werden beendet.",
    "Ausschalten",
    "POST /api/v1/auth/2fa/disable",
  ],
  "withdrawing the emergency code": [
    <WithdrawCodeDialog key="" {...base} isOpen />,
    "Notfallcode widerrufen?",
    "Der gedruckte Code gilt danach nicht mehr. Alle Administrator:innen werden benachrichtigt.",
    "Widerrufen",
    "DELETE /api/tenant/organizations/p1/emergency-code",
  ],
  "deleting expired tokens and those revoked long ago": [
    <CleanUpDialog key="" {...base} />,
    "Abgelaufene und vor langem widerrufene Schlüssel löschen?",
    "Abgelaufene Schlüssel und solche, die vor mehr als 30 Tagen widerrufen wurden, verschwinden aus der Liste. Aktive bleiben; das Protokoll bleibt vollständig.",
    "Löschen",
    "POST /api/v1/org-tokens/admin/cleanup",
  ],
  "ending direct debits": [
    <RemoveMandateDialog key="" {...base} iban="DE02 … 2051" />,
    "Lastschrift beenden?",
    "Vom Konto DE02 … 2051 wird nichts mehr eingezogen. Die nächsten Rechnungen zahlen Sie per Überweisung. Alle Administrator:innen der Praxis bekommen eine Nachricht.",
    "Lastschrift beenden",
    "DELETE /api/billing/mandate",
  ],
  "discarding a draft invoice": [
    <DiscardDialog
      key=""
      {...base}
      invoice={{ id: "i1", organizationName: "Praxis Nord" } as never}
      onDiscarded={ignore}
    />,
    "Entwurf für „Praxis Nord“ verwerfen?",
    "Der Entwurf wird gelöscht. Der nächste Abrechnungslauf berechnet dieselben Leistungen wieder.",
    "Entwurf verwerfen",
    "DELETE /api/tenant/invoices/i1",
  ],
  "discarding undeliverable messages": [
    <DiscardQuestion key="" {...base} count={3} />,
    "3 Nachrichten verwerfen?",
    "Gelöscht wird nur, was endgültig abgelehnt oder zu alt ist. Das kann nicht rückgängig gemacht werden, und die Empfänger bekommen nichts mehr davon.",
    "Verwerfen",
    "POST /api/tenant/messages/discard",
  ],
  "removing a tax rate": [
    <RemoveRateDialog
      key=""
      {...base}
      rate={{ country: "CH", rateBasisPoints: 810, validFrom: "2027-01-01" } as never}
    />,
    "Steuersatz 8,1\u202F% für Schweiz entfernen?",
    "Ab dem 01.01.2027 gilt dann wieder der Satz davor.",
    "Entfernen",
    "DELETE /api/tenant/billing/tax-rates/CH/2027-01-01",
  ],
};

it.each(Object.entries(questions))(
  "R2.3-15 %s asks first and names the affected people and the lost data",
  async (_what, [part, title, effect, confirm, sent]) => {
    confirmed.mockClear();
    const user = { id: "u1", version: 7 };
    const changes = show(part, [sent?.startsWith("DELETE") ? empty() : json({})], { "/users/u1": user });
    const question = await screen.findByRole("alertdialog", { name: title });
    const described = question.getAttribute("aria-describedby") ?? "";
    expect(document.querySelector(`[id="${described}"]`)?.textContent).toBe(effect);
    expect(screen.queryAllByRole("listitem").map(({ textContent }) => textContent)).toEqual(
      title.startsWith("7 ") ? listedNames : [],
    );
    const done = () => [
      ...changes().map(({ method, url }) => `${method} ${url}`),
      ...confirmed.mock.calls.map(() => "confirmed"),
    ];
    expect(done()).toEqual([]);
    for (const field of screen.queryAllByLabelText(/^(?:Grund|Passwort$)/))
      fireEvent.change(field, { target: { value: "Anlass" } });
    fireEvent.click(screen.getByRole("button", { name: confirm }));
    await waitFor(() => expect(done()).toEqual([sent ?? "confirmed"]));
  },
);

it.each([
  ["German", de, "{name} verliert sofort den Zugang zu allem, was zu „{organization}“ gehört."],
  ["English", en, "{name} loses access to all resources of “{organization}” at once."],
  ["French", fr, "{name} perd immédiatement l’accès à toutes les ressources de « {organization} »."],
  ["Italian", it_, "{name} perde subito l’accesso a tutte le risorse di «{organization}»."],
])("see R2.4-43 removing a person says in %s what the person loses", (_language, texts, lost) => {
  expect(texts.ask.remove.text).toContain(lost);
});
