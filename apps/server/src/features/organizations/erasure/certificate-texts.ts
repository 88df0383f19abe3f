import type { EmptiedTable } from "../../../platform/db/organization-tables.ts";
import type { ErasedCounts } from "./organization-erasure.platform-queries.ts";

/** German names of the erased tables. */
const tableNames: Readonly<Record<EmptiedTable | "person" | "invoice" | "audit_name", string>> = {
  person: "Konten von Personen, mit Zugangsdaten und Sitzungen",
  membership: "Mitgliedschaften",
  invitation: "Einladungen",
  department: "Abteilungen",
  site: "Betriebsstätten",
  workstation: "Arbeitsplätze",
  staff_change: "Neueintritte und Austritte",
  onboarding_template: "Vorlagen für Neueintritte",
  staff_check: "Erledigte Punkte von Checklisten",
  rights_review: "Rechte-Überprüfungen",
  rights_review_decision: "Entscheidungen der Rechte-Überprüfungen",
  rights_review_plan: "Abstand der Rechte-Überprüfungen",
  weekly_digest: "Versendete Wochenberichte",
  transfer: "Wechsel zwischen Praxen",
  org_token: "Zugriffsschlüssel von Anwendungen",
  stored_file: "Dateien",
  subscription: "Tarife",
  planned_plan: "Geplante Tarifwechsel",
  entitlement: "Limits",
  limit_alert: "Hinweise zu Limits",
  provisioning: "Schritte der Einrichtung",
  security_check: "Sicherheitsprüfungen",
  ai_policy: "Vorgaben zur KI",
  ai_approval: "Freigaben von KI-Anbietern",
  ai_instruction_confirmation: "Bestätigte KI-Einweisungen",
  ai_person_limit: "KI-Kontingente von Personen",
  ai_alert: "Hinweise zu KI-Kontingenten",
  ai_balance: "Stände von KI-Kontingenten",
  ai_call: "Laufende KI-Aufrufe",
  ai_template: "Vorlagen für den KI-Assistenten",
  ai_usage_event: "KI-Aufrufe",
  ai_usage_day: "KI-Verbrauch nach Tagen",
  ai_usage_person_day: "KI-Verbrauch nach Personen und Tagen",
  webhook: "Webhooks",
  webhook_secret: "Schlüssel von Webhooks",
  webhook_delivery: "Zustellungen an Webhooks",
  webhook_attempt: "Zustellversuche an Webhooks",
  billing_profile: "Rechnungsangaben und SEPA-Mandat",
  evidence_folder: "Nachweis-Mappen",
  cloud_sync: "Einstellungen der Sicherung",
  emergency_code: "Notfallcode",
  invoice: "Entwürfe von Rechnungen",
  audit_name: "Weitere Namen im Protokoll",
};

/**
 * Returns the rows of the certificate's table: German name, database table and number of erased rows. A table of an
 * earlier version has no German name.
 */
export function erasedLines(counts: ErasedCounts): { name: string; table: string; count: number }[] {
  const names: Readonly<Record<string, string>> = tableNames;
  return Object.entries(counts)
    .map(([table, count]) => ({ name: names[table] ?? table, table, count }))
    .toSorted((left, right) => left.name.localeCompare(right.name, "de"));
}

/** Invoices that remain, as the certificate names them. */
export type RemainingInvoices = { count: number; until: string };

/**
 * Returns what remains of an erased organization, with the reason and the legal basis.
 *
 * @param entries the number of entries of its log, formatted
 * @param invoices its final invoices, with the last day of their retention, formatted, or null when it has none
 */
export function remainders(
  counts: ErasedCounts,
  entries: string,
  hasNotice: boolean,
  invoices: RemainingInvoices | null,
): { what: string; why: string }[] {
  const keptAccounts = (counts["membership"] ?? 0) - (counts["person"] ?? 0);
  return [
    {
      what: `Protokoll der Praxis: ${entries} Einträge ohne Namen`,
      why: "Es belegt Änderungen und Zugriffe, und seine Kette von Hashwerten darf keine Lücke haben. Rechtsgrundlage: Art. 5 Abs. 2 und Art. 32 DSGVO.",
    },
    {
      what: "Der leere Eintrag der Praxis: Kennung, Land, Tarif und Zeitpunkte",
      why: "Er verhindert, dass die Kennung noch einmal vergeben wird. Rechtsgrundlage: Art. 5 Abs. 2 DSGVO.",
    },
    {
      what: `Diese Bescheinigung mit dem Namen der Praxis${hasNotice ? " und dem der kündigenden Person" : ""}`,
      why: "Sie weist die Löschung nach. Rechtsgrundlage: Art. 5 Abs. 2 und Art. 17 Abs. 3 Buchst. e DSGVO.",
    },
    {
      what: "E-Mail-Adressen der letzten Praxis-Administration",
      why: "An sie wird diese Bescheinigung gesendet. Sie werden 30 Tage nach dem Ausstellen gelöscht. Rechtsgrundlage: Art. 6 Abs. 1 Buchst. b und f DSGVO.",
    },
    ...(invoices === null
      ? []
      : [
          {
            what: `Rechnungen und Gutschriften mit Zahlungen: ${invoices.count}`,
            why: `Steuer- und Handelsrecht verlangen, sie bis zum ${invoices.until} aufzubewahren, bei einem Rechtsstreit auch länger. Danach werden sie gelöscht. Rechtsgrundlage: Art. 6 Abs. 1 Buchst. c und Art. 17 Abs. 3 Buchst. b DSGVO.`,
          },
        ]),
    ...(keptAccounts > 0
      ? [
          {
            what: `Konten von Personen, die auch anderswo im Portal arbeiten: ${keptAccounts}`,
            why: "Sie gehören zu Verträgen mit anderen Praxen oder zum Betrieb. Rechtsgrundlage: Art. 6 Abs. 1 Buchst. b DSGVO.",
          },
        ]
      : []),
    ...((counts["cloud_sync"] ?? 0) > 0
      ? [
          {
            what: "Verschlüsselte Sicherungen der Praxis im Speicher des Betreibers",
            why: "Nur die Praxis hat den Schlüssel dazu. Der Betreiber löscht die Dateien, deren Namen mit der Kennung der Praxis beginnen. Rechtsgrundlage: Art. 28 Abs. 3 Buchst. g DSGVO.",
          },
        ]
      : []),
    {
      what: "Sicherungskopien des Betreibers von der Zeit vor der Löschung",
      why: "Sie werden nach ihrer Frist überschrieben und bis dahin nur zur Wiederherstellung nach einem Ausfall gelesen. Rechtsgrundlage: Art. 32 Abs. 1 Buchst. c DSGVO.",
    },
  ];
}
