import { exportBilling, getBillingHistory, getCosts } from "@praxisportal/contract/billing/billing.endpoints";
import type { ExportedCall } from "@praxisportal/contract/billing/billing.schema";
import { getTenantBilling, listPlans } from "@praxisportal/contract/tenants/tenants.endpoints";
import { dateInTimeZone, periodRange } from "@praxisportal/contract/usage/usage.rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookCall, makeProviders } from "../../../test/ai/ai-calls.ts";
import { auditEntries, makeMember, queryRows } from "../../../test/factories.ts";
import { organizationWith } from "../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../test/test-app.ts";

let testApp: TestApp;
beforeAll(async () => {
  testApp = await createTestApp();
  await makeProviders(testApp, "probe", "p1", "p2", "p3", "p4", "p5", "p6");
});
afterAll(() => testApp.stop());

const today = dateInTimeZone("Europe/Berlin", new Date());
const previousMonth = periodRange("month", today);

async function setUpOrganization() {
  const { client, organization, member } = await organizationWith(testApp);
  return {
    client,
    organization,
    member,
    owner: { organizationId: organization.id, personId: member.personId },
  };
}

describe("costs", () => {
  it("R7b-10 R3-56 R9-38 R7x-09 add up to the same total by provider (top five plus the others) and by model", async () => {
    const { client, owner } = await setUpOrganization();
    for (const [index, provider] of ["p1", "p2", "p3", "p4", "p5", "p6"].entries()) {
      await bookCall(testApp, owner, {
        localDay: today,
        provider,
        model: "m",
        costMicros: BigInt(100 * (index + 1)),
      });
    }
    await bookCall(testApp, owner, { localDay: today, provider: "p6", model: "n", costMicros: 1n });
    const { result } = await client.call(getCosts);
    expect([result.total, result.currency]).toEqual([2_101, "EUR"]);
    expect(result.topProviders.map((row) => [row.provider, row.name, row.costMicros])).toEqual([
      ["p6", "Anbieter p6", 601],
      ["p5", "Anbieter p5", 500],
      ["p4", "Anbieter p4", 400],
      ["p3", "Anbieter p3", 300],
      ["p2", "Anbieter p2", 200],
    ]);
    expect(result.otherProviders).toMatchObject({ providers: 1, count: 1, costMicros: 100 });
    const sum = (lines: readonly { costMicros: number }[]) =>
      lines.reduce((total, line) => total + line.costMicros, 0);
    expect(sum(result.topProviders) + (result.otherProviders?.costMicros ?? 0)).toBe(result.total);
    expect(sum(result.byModel)).toBe(result.total);
    const { data: plans } = (await client.call(listPlans)).result;
    expect(plans.map(({ prices }) => prices.map(({ currency, monthly }) => [currency, monthly]))).toEqual(
      [0, 49_000_000, 129_000_000, 399_000_000].map((micros) => [
        ["EUR", micros],
        ["CHF", micros],
      ]),
    );
    const params = { id: owner.organizationId };
    const subscription = (await client.call(getTenantBilling, { params })).result;
    expect([subscription.currency, subscription.priceMicros, subscription.ai.costMicros]).toEqual([
      "EUR",
      0,
      2_101,
    ]);
    expect((await client.call(getCosts, { query: { period: "month" } })).result).toMatchObject({
      total: 0,
      topProviders: [],
      otherProviders: null,
    });
    const [year = 0, monthNumber = 0] = today.split("-").map(Number);
    const dayOf = (month: number, day: number) =>
      new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
    const [first, last] = [dayOf(monthNumber - 2, 1), dayOf(monthNumber - 1, 0)];
    for (const [localDay, costMicros] of [
      [first, 7n],
      [last, 9n],
    ] as const)
      await bookCall(testApp, owner, { localDay, costMicros });
    const totals = await Promise.all(
      (["current", "month"] as const).map(async (period) => {
        const { result: costs } = await client.call(getCosts, { query: { period } });
        return [costs.period, costs.startDate, costs.endDate, costs.total];
      }),
    );
    expect(totals).toEqual([
      ["current", `${today.slice(0, 7)}-01`, today, 2_101],
      ["month", first, last, 16],
    ]);
    expect((await client.call(getCosts, { query: { period: "7d" } })).status).toBe(400);
  });

  it("R7b-09 are listed by month, newest first, up to the requested number; the current month is open", async () => {
    const { client, owner } = await setUpOrganization();
    await bookCall(testApp, owner, { localDay: today, costMicros: 3n });
    await bookCall(testApp, owner, { localDay: previousMonth.startDate, costMicros: 4n });
    await bookCall(testApp, owner, { localDay: previousMonth.endDate, costMicros: 5n });
    await bookCall(testApp, owner, { localDay: previousMonth.endDate, costMicros: 8n, currency: "CHF" });
    await bookCall(testApp, owner, { localDay: "2025-02-03", costMicros: 6n });
    const { data } = (await client.call(getBillingHistory)).result;
    const [year = 0, month = 0] = today.split("-").map(Number);
    const lastOfMonth = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
    expect(
      data.map((row) => [row.month, row.startDate, row.endDate, row.isClosed, row.count, row.costMicros]),
    ).toEqual([
      [today.slice(0, 7), `${today.slice(0, 7)}-01`, lastOfMonth, false, 1, 3],
      [previousMonth.startDate.slice(0, 7), previousMonth.startDate, previousMonth.endDate, true, 1, 8],
      [previousMonth.startDate.slice(0, 7), previousMonth.startDate, previousMonth.endDate, true, 2, 9],
      ["2025-02", "2025-02-01", "2025-02-28", true, 1, 6],
    ]);
    // The newest months, with all of their currencies.
    for (const [limit, lines] of [
      [1, 1],
      [2, 3],
    ] as const)
      expect((await client.call(getBillingHistory, { query: { limit } })).result.data).toEqual(
        data.slice(0, lines),
      );
    expect((await client.call(getBillingHistory, { query: { limit: 100 } })).result.data).toEqual(data);
    for (const limit of [0, 101])
      expect((await client.call(getBillingHistory, { query: { limit } })).status).toBe(400);
  });
});

describe("GET /billing/export", () => {
  const path = "/api/billing/export";

  it("R7b-11 R9-41 returns CSV that German spreadsheets can sum: byte order mark, semicolons, decimal commas", async () => {
    const { client, organization, owner } = await setUpOrganization();
    const odd = await makeMember(testApp, organization.id, "viewer", {
      firstName: "=1+1",
      lastName: "Müller; Ähre",
    });
    await bookCall(testApp, owner, { localDay: today, costMicros: 1_234_567n, isEstimated: true });
    await bookCall(
      testApp,
      { ...owner, personId: odd.personId },
      { localDay: today, costMicros: null, kind: "audio" },
    );
    await bookCall(testApp, owner, {
      localDay: previousMonth.endDate,
      costMicros: 9n,
      at: new Date(`${previousMonth.endDate}T12:00:00Z`),
    });
    const response = await client.fetch(path, { headers: { "accept-language": "de" } });
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toMatch(/filename="ai-usage-[\d-]+\.csv"/);
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await response.arrayBuffer());
    const lines = text.trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^\u{feff}Tag;Zeitpunkt;Person;Anbieter;Modell;/u);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(
      new RegExp(
        `^${today};${today} \\d\\d:\\d\\d:\\d\\d;Mia Muster-Probe;probe;probe-1;Text;.*;"1,234567";EUR;Ja;`,
      ),
    );
    expect(lines[2]).toContain(`;"'=1+1 Müller; Ähre";probe;probe-1;Diktat;`);
    expect(lines[2]).toContain(";0;;EUR;Nein;");
    const germanResponse = await client.fetch(`${path}?format=csv`, { headers: { "accept-language": "de" } });
    expect(germanResponse.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(await germanResponse.text()).toBe(text.slice(1));
    const entries = await auditEntries(testApp, organization.id, "billing.exported");
    expect(entries.map((entry) => entry.record.reason)).toEqual(
      Array(2).fill(`csv ${today.slice(0, 7)}-01..${today}`),
    );
  });

  it.each([
    [
      "de",
      "Tag;Zeitpunkt;Person;Anbieter;Modell;Art;Ergebnis;Eingabe-Einheiten;davon zwischengespeichert;Ausgabe-Einheiten;davon Denkschritte;Audio-Sekunden;Kosten;Währung;Geschätzt;Dauer (ms);Personen-ID;ID des Zugriffsschlüssels;Vorgangs-ID;Betriebsstätte",
    ],
    [
      "en",
      "Day,Time,Person,Provider,Model,Kind,Outcome,Input tokens,Cached input tokens,Output tokens,Reasoning tokens,Audio seconds,Cost,Currency,Estimated,Duration (ms),Person ID,Organization token ID,Call ID,Site",
    ],
    [
      "fr",
      "Jour;Heure;Personne;Fournisseur;Modèle;Type;Résultat;Jetons d’entrée;dont en cache;Jetons de sortie;dont raisonnement;Secondes audio;Coût;Monnaie;Estimé;Durée (ms);ID de la personne;ID du jeton d’accès;ID de l’appel;Site",
    ],
    [
      "it",
      "Giorno;Ora;Persona;Fornitore;Modello;Tipo;Esito;Token di input;di cui in cache;Token di output;di cui ragionamento;Secondi di audio;Costo;Valuta;Stimato;Durata (ms);ID della persona;ID del token di accesso;ID della chiamata;Sede",
    ],
  ])(
    "see R7b-11 names the columns of the CSV in the language of the caller: %s",
    async (language, header) => {
      const { client, owner } = await setUpOrganization();
      const counts = { inputTokens: 11, outputTokens: 22, audioSeconds: 33 };
      await bookCall(testApp, owner, { localDay: today, costMicros: 1_500_000n, ...counts });
      const response = await client.fetch(path, { headers: { "accept-language": language } });
      const [first = "", second = ""] = (await response.text()).split("\r\n");
      expect(first.replace("\u{feff}", "")).toBe(header);
      const separator = language === "en" ? "," : ";";
      const amount = language === "en" ? "1.500000" : '"1,500000"';
      expect(second).toContain(["", "11", "0", "22", "0", "33", amount].join(separator));
    },
  );

  it("R7b-11 R9-41 returns JSON with exact costs, limited to the calls of the requested period", async () => {
    const { client, owner } = await setUpOrganization();
    await bookCall(testApp, owner, { localDay: today, costMicros: 5n });
    const bookedAt = new Date(`${previousMonth.startDate}T12:00:00Z`);
    await bookCall(testApp, owner, { localDay: previousMonth.startDate, costMicros: 1n, at: bookedAt });
    const readExport = async (query: string) =>
      (await (await client.fetch(`${path}?format=json${query}`)).json()) as ExportedCall[];
    expect((await readExport("")).map((call) => [call.day, call.costMicros, call.name])).toEqual([
      [today, 5, "Mia Muster-Probe"],
    ]);
    expect((await readExport("&period=month")).map((call) => [call.day, call.costMicros])).toEqual([
      [previousMonth.startDate, 1],
    ]);
    // The other format takes the same period.
    const csv = await (await client.fetch(`${path}?format=csv&period=month`)).text();
    const lines = csv.trimEnd().split("\r\n");
    expect(lines.slice(1).map((line) => line.split(/[;,]/)[0])).toEqual([previousMonth.startDate]);
    expect((await client.call(exportBilling, { query: { format: "xml" } })).status).toBe(400);
    expect((await client.call(exportBilling, { query: { period: "7d" } })).status).toBe(400);
  });

  it("R7b-11 returns each call exactly once across batches, even for calls made at the same instant", async () => {
    const { client, organization, owner } = await setUpOrganization();
    await queryRows(
      testApp,
      `insert into ai_usage_event (organization_id, id, occurred_at, local_day, person_id, provider_key, model, kind,
         outcome, period, budget_tokens, input_tokens, output_tokens, cost_micro, currency, is_estimated, duration_ms)
       select $1, gen_random_uuid(), now() - (n / 900) * interval '1 microsecond', $3, $2, 'probe', 'm', 'chat', 'done',
         date_trunc('month', $3::date), 1, 1, 0, n, 'EUR', false, 1
       from generate_series(1, 2500) n`,
      [organization.id, owner.personId, today],
    );
    const calls = (await (await client.fetch(`${path}?format=json`)).json()) as ExportedCall[];
    expect(calls).toHaveLength(2_500);
    expect(new Set(calls.map((call) => call.costMicros)).size).toBe(2_500);
  });
});
