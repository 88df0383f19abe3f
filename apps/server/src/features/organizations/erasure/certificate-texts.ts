import type { ErasedCounts } from "./organization-erasure.platform-queries.ts";

/** What the rows of a table are, in the language of the certificate. Other tables have their name only. */
const tableNames: Readonly<Record<string, string>> = {
  person: "Konten von Personen, mit Zugangsdaten und Sitzungen",
  membership: "Mitgliedschaften",
  invitation: "Einladungen",
  department: "Abteilungen",
  site: "Standorte",
  workstation: "Arbeitsplätze",
  staff_change: "Neueintritte und Austritte",
  staff_check: "Erledigte Punkte von Checklisten",
  transfer: "Wechsel zwischen Praxen",
  org_token: "Zugriffsschlüssel von Anwendungen",
  stored_file: "Dateien",
  subscription: "Tarife",
  entitlement: "Grenzwerte",
  limit_alert: "Hinweise zu Grenzwerten",
  provisioning: "Schritte der Einrichtung",
  security_check: "Sicherheitsprüfungen",
  ai_policy: "Vorgaben zur KI",
  ai_approval: "Freigaben von KI-Anbietern",
  ai_person_limit: "KI-Kontingente von Personen",
  ai_alert: "Hinweise zu KI-Kontingenten",
  ai_balance: "Stände von KI-Kontingenten",
  ai_call: "Laufende KI-Aufrufe",
  ai_usage_event: "KI-Aufrufe",
  ai_usage_day: "KI-Verbrauch nach Tagen",
  ai_usage_person_day: "KI-Verbrauch nach Personen und Tagen",
  audit_name: "Weitere Namen im Protokoll",
};

/** The rows of the table of a certificate: what was erased, the table of the database, and how many. */
export function erasedLines(counts: ErasedCounts): { name: string; table: string; count: number }[] {
  return Object.entries(counts)
    .map(([table, count]) => ({ name: tableNames[table] ?? table, table, count }))
    .toSorted((left, right) => left.name.localeCompare(right.name, "de"));
}

/** What remains of an erased organization, why, and on which legal basis. */
export function remainders(
  counts: ErasedCounts,
  entries: number,
  hasNotice: boolean,
): { what: string; why: string }[] {
  const elsewhere = (counts["membership"] ?? 0) - (counts["person"] ?? 0);
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
    ...(elsewhere > 0
      ? [
          {
            what: `Konten von Personen, die auch anderswo im Portal arbeiten: ${elsewhere}`,
            why: "Sie gehören zu Verträgen mit anderen Praxen oder zum Betrieb. Rechtsgrundlage: Art. 6 Abs. 1 Buchst. b DSGVO.",
          },
        ]
      : []),
    {
      what: "Sicherungskopien des Betreibers von der Zeit vor der Löschung",
      why: "Sie werden nach ihrer Frist überschrieben und bis dahin nur zur Wiederherstellung nach einem Ausfall gelesen. Rechtsgrundlage: Art. 32 Abs. 1 Buchst. c DSGVO.",
    },
  ];
}
