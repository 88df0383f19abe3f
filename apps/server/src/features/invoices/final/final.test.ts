import { createHash } from "node:crypto";
import {
  addTaxRate,
  creditInvoice,
  discardInvoice,
  finalizeInvoice,
  getAnyInvoice,
  getAnyInvoiceFile,
  getInvoice,
  getInvoiceFile,
  listInvoices,
  recalculateInvoice,
} from "@praxisportal/contract/invoices/invoices.endpoints";
import { pathOf } from "@praxisportal/contract/endpoint";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { platformClient } from "../../../../test/ai/ai.ts";
import { auditEntries, makeOrganization, queryRows } from "../../../../test/factories.ts";
import {
  billedOrganization,
  completeOperator,
  draftOf,
  finalInvoice,
  invoicesOf,
  manyBilled,
  month,
  runInvoices,
  today,
} from "../../../../test/invoices/billing.ts";
import { mailsOf } from "../../../../test/mailbox.ts";
import { debtorIban, giveMandate } from "../../../../test/payments/debit-invoice.ts";
import { organizationWith } from "../../../../test/people.ts";
import { createTestApp, type TestApp } from "../../../../test/test-app.ts";
import { addDays, addMonths } from "../../../directory/plan-charges/days.ts";
import { openPdf } from "../../../../test/files/read-pdf.ts";

let testApp: TestApp;
let operator: Awaited<ReturnType<typeof platformClient>>;
beforeAll(async () => {
  testApp = await createTestApp();
  operator = await platformClient(testApp);
});
afterAll(() => testApp.stop());
beforeEach(() => completeOperator(testApp));

const year = today.slice(0, 4);
const vatIds = { DE: "DE123456789", AT: "ATU12345678", CH: "CHE123456789" };

/** Returns the status and the code of a refused call. */
const refusal = ({ status, problem }: { status: number; problem: Record<string, unknown> }) => [
  status,
  problem["code"],
];

async function draftFor(options?: Parameters<typeof billedOrganization>[1]) {
  const organization = await billedOrganization(testApp, options);
  await runInvoices(testApp, operator);
  const { id: invoiceId } = await draftOf(operator, organization.id);
  return { ...organization, params: { invoiceId } };
}

const finalize = (params: { invoiceId: string }) => operator.call(finalizeInvoice, { params, body: {} });

/** Downloads a file as a client without a browser does. */
async function download(
  client: Awaited<ReturnType<typeof platformClient>>,
  endpoint: typeof getInvoiceFile | typeof getAnyInvoiceFile,
  params: { invoiceId: string },
  format: "pdf" | "xml",
) {
  const response = await client.fetch(`${pathOf(endpoint, params)}?format=${format}`);
  return { response, bytes: Buffer.from(await response.arrayBuffer()) };
}

/** Returns the names of the files in the mail with an invoice, waiting until it exists. */
async function mailedFiles(number: string | null): Promise<string[]> {
  const isAbout = (mail: string) => mail.includes(`Ihre Rechnung ${number}`);
  await expect.poll(async () => (await mailsOf(testApp, "invoice")).filter(isAbout)).toHaveLength(1);
  const mail = (await mailsOf(testApp, "invoice")).find(isAbout) ?? "";
  return [...mail.matchAll(/filename="?([^"\s;]+)/g)].map(([, name = ""]) => name);
}

const sha256 = (bytes: Buffer) => createHash("sha256").update(bytes).digest("hex");

it("R0-160 see R0-169 a final invoice keeps its bytes, which its organization downloads as they were issued", async () => {
  const { client, params } = await draftFor();
  const { result } = await finalize(params);

  const first = await download(client, getInvoiceFile, params, "pdf");
  const xml = await download(client, getInvoiceFile, params, "xml");
  expect(first.response.headers.get("content-type")).toBe("application/pdf");
  expect([sha256(first.bytes), sha256(xml.bytes)]).toEqual([result.pdfSha256, result.xmlSha256]);
  const pdf = await openPdf(first.bytes);
  expect([...((await pdf.getAttachments()) ?? []).keys()]).toEqual(["factur-x.xml"]);
  const attachment = await pdf.getAttachmentContent("factur-x.xml");
  expect(attachment && xml.bytes.equals(attachment)).toBe(true);

  // Neither a new name nor a new price changes what was issued.
  await completeOperator(testApp, { name: "Anderer Betrieb GmbH", iban: "DE02500105170137075030" });
  for (const [caller, endpoint] of [
    [client, getInvoiceFile],
    [operator, getAnyInvoiceFile],
  ] as const) {
    expect((await download(caller, endpoint, params, "pdf")).bytes.equals(first.bytes)).toBe(true);
    expect((await download(caller, endpoint, params, "xml")).bytes.equals(xml.bytes)).toBe(true);
  }
  expect((await operator.call(getAnyInvoice, { params })).result.grossCents).toBe(result.grossCents);
});

it("see R0-177 an invoice that is collected by direct debit is stored and returned with a masked IBAN", async () => {
  await completeOperator(testApp, { creditor_id: "DE98ZZZ09999999999" });
  const organization = await billedOrganization(testApp);
  await giveMandate(testApp, organization.id, "MANDAT-1");
  await runInvoices(testApp, operator);
  const params = { invoiceId: (await draftOf(operator, organization.id)).id };
  const final = await finalize(params);
  expect([final.status, final.result.isDirectDebit]).toEqual([200, true]);

  const [stored] = await queryRows<{ payment: unknown; document: string }>(
    testApp,
    "select document -> 'payment' as payment, document::text from invoice where id = $1",
    [params.invoiceId],
  );
  expect(stored?.payment).toMatchObject({
    kind: "direct_debit",
    mandateReference: "MANDAT-1",
    debtorIban: "DE•• •••• 5030",
  });
  const responses = [
    final.result,
    (await operator.call(getAnyInvoice, { params })).result,
    (await organization.client.call(getInvoice, { params })).result,
  ].map((answer) => JSON.stringify(answer));
  for (const text of [stored?.document, ...responses]) expect(text).not.toContain("50010517");
  // The bank's rules require the account in the XML.
  expect((await download(organization.client, getInvoiceFile, params, "xml")).bytes.toString()).toContain(
    debtorIban,
  );
});

it("the address of the buyer ends with the name of its country, in a draft and in a final invoice", async () => {
  const { params } = await draftFor();
  const draft = (await operator.call(getAnyInvoice, { params })).result;
  const final = (await finalize(params)).result;
  expect([draft.buyer.at(-1), final.buyer.at(-1)]).toEqual(["Deutschland", "Deutschland"]);
});

it("R0-162 parallel finalizations and refused ones number the invoices and credit notes without gap or duplicate", async () => {
  const count = 50;
  const organizations = await manyBilled(testApp, count, (index) => ({
    profile: index % 5 === 0 ? { city: null } : {},
  }));
  await runInvoices(testApp, operator);
  const drafts = await queryRows<{ id: string }>(
    testApp,
    "select id from invoice where organization_id = any($1) and state = 'draft'",
    [organizations],
  );

  const responses = await Promise.all(drafts.map(({ id }) => finalize({ invoiceId: id })));

  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
  expect(responses.filter(({ status }) => status === 409).length).toBe(count / 5);
  const numbersOf = async (series: string) =>
    (
      await queryRows<{ number: string }>(
        testApp,
        "select number from invoice where number like $1 order by number",
        [`${series}-${year}-%`],
      )
    ).map(({ number }) => number);
  const expected = (series: string, total: number) =>
    Array.from({ length: total }, (_, index) => `${series}-${year}-${String(index + 1).padStart(6, "0")}`);
  const numbers = await numbersOf("RE");
  expect(numbers.length).toBeGreaterThanOrEqual(count - count / 5);
  expect(numbers).toEqual(expected("RE", numbers.length));

  const finals = responses.filter(({ status }) => status === 200).slice(0, 10);
  await Promise.all(
    finals.map(({ result }) =>
      operator.call(creditInvoice, {
        params: { invoiceId: result.id },
        body: { reason: "Falsche Anschrift", invoiceAgain: false },
      }),
    ),
  );
  expect(await numbersOf("GU")).toEqual(expected("GU", 10));
});

it("R0-163 a final invoice changes only by a credit note, after which the same can be invoiced again", async () => {
  const { id, client, params } = await draftFor();
  const { result: final } = await finalize(params);
  const filesOf = async (invoiceId: string) => {
    const pdf = await download(client, getInvoiceFile, { invoiceId }, "pdf");
    const xml = await download(client, getInvoiceFile, { invoiceId }, "xml");
    return { hashes: [sha256(pdf.bytes), sha256(xml.bytes)], xml: xml.bytes.toString() };
  };
  const issuedFiles = await filesOf(final.id);
  const refusals = [
    await finalize(params),
    await operator.call(recalculateInvoice, { params }),
    await operator.call(discardInvoice, { params }),
  ];
  for (const response of refusals) expect(refusal(response)).toEqual([409, "INVOICE_FINAL"]);
  // A later run leaves it as it is, too.
  await runInvoices(testApp, operator);
  const { result: later } = await operator.call(getAnyInvoice, { params });
  expect({ ...later, mailedAt: final.mailedAt }).toEqual(final);

  const body = { reason: "Falsche Anschrift", invoiceAgain: true };
  const { status, result: note } = await operator.call(creditInvoice, { params, body });

  expect(status).toBe(201);
  expect(note).toMatchObject({
    kind: "credit_note",
    status: "issued",
    number: expect.stringMatching(new RegExp(`^GU-${year}-\\d{6}$`)),
    grossCents: final.grossCents,
    corrects: { id: final.id, number: final.number },
    reason: "Falsche Anschrift",
  });
  const { hashes, xml } = await filesOf(note.id);
  expect(hashes).toEqual([note.pdfSha256, note.xmlSha256]);
  for (const part of ["<ram:TypeCode>381</ram:TypeCode>", `>${final.number}<`, ">Falsche Anschrift<"])
    expect(xml).toContain(part);
  expect(await filesOf(final.id)).toEqual(issuedFiles);
  const nextDraft = await draftOf(operator, id);
  expect(nextDraft).toMatchObject({ netCents: final.netCents, month });
  expect((await client.call(getInvoice, { params })).result).toMatchObject({
    status: "credited",
    openCents: 0,
    creditedBy: { id: note.id },
  });
  expect(refusal(await operator.call(creditInvoice, { params, body }))).toEqual([409, "CONFLICT"]);
  expect(refusal(await operator.call(creditInvoice, { params: { invoiceId: note.id }, body }))).toEqual([
    409,
    "CONFLICT",
  ]);
  expect(refusal(await operator.call(creditInvoice, { params: { invoiceId: nextDraft.id }, body }))).toEqual([
    409,
    "CONFLICT",
  ]);
  expect(await auditEntries(testApp, id, "invoice.credited")).toMatchObject([{ target_id: final.id }]);
});

it("R0-168 an invoice cannot become final while the operator profile lacks data; the response lists the fields", async () => {
  const { params } = await draftFor();
  const columns = "name street postal_code city country vat_id contact_name contact_phone contact_email iban";
  await completeOperator(testApp, Object.fromEntries(columns.split(" ").map((column) => [column, null])));

  const refusedResponse = await finalize(params);

  expect(refusal(refusedResponse)).toEqual([409, "INVOICE_INCOMPLETE"]);
  expect(refusedResponse.problem["missing"]).toEqual([
    "operator.name",
    "operator.street",
    "operator.postalCode",
    "operator.city",
    "operator.country",
    "operator.vatId",
    "operator.contactName",
    "operator.contactPhone",
    "operator.contactEmail",
    "operator.iban",
  ]);
  expect((await operator.call(getAnyInvoiceFile, { params })).status).toBe(409);
  await completeOperator(testApp);
  expect((await finalize(params)).status).toBe(200);
});

it.each([
  ["DE", "AT", "ATU12345678"],
  ["AT", "DE", "DE123456789"],
] as const)("R0-166 an invoice from %s to %s is not final without the VAT ID %s", async (from, to, vatId) => {
  await completeOperator(testApp, { country: from, vat_id: vatIds[from] });
  const { params, id } = await draftFor({ profile: { country: to } });

  // No ID, and that of another country.
  for (const wrong of [null, vatIds[from]]) {
    await queryRows(testApp, "update billing_profile set vat_id = $2 where organization_id = $1", [
      id,
      wrong,
    ]);
    const refusedResponse = await finalize(params);
    expect(refusal(refusedResponse)).toEqual([409, "INVOICE_INCOMPLETE"]);
    expect(refusedResponse.problem["missing"]).toEqual(["buyer.vatId"]);
  }
  await queryRows(testApp, "update billing_profile set vat_id = $2 where organization_id = $1", [id, vatId]);
  const { result } = await finalize(params);
  expect(result).toMatchObject({ taxCents: 0, grossCents: result.netCents });
  expect(result.taxes[0]?.exemptionReason).toContain("Reverse Charge");
});

it("see R0-167 an invoice to a third country follows the rule in the profile of the operator", async () => {
  const { params } = await draftFor({ profile: { country: "CH" } });
  const taxes: unknown[] = [];
  for (const rule of ["export", "domestic_rate", "outside_scope"]) {
    await completeOperator(testApp, { third_country: rule });
    const { result } = await operator.call(getAnyInvoice, { params });
    taxes.push(
      result.taxes.map(({ rateBasisPoints, exemptionReason }) => [rateBasisPoints, exemptionReason]),
    );
  }
  expect(taxes).toEqual([
    [[0, "Steuerfreie Ausfuhr in ein Drittland"]],
    [[1900, null]],
    [[0, "Nicht steuerbar: Der Ort der Leistung liegt im Land des Empfängers"]],
  ]);
  expect((await finalize(params)).result).toMatchObject({ taxCents: 0 });
});

it.each([
  ["DE", 8],
  ["AT", 7],
  ["CH", 10],
] as const)(
  "R0-161 an invoice of an operator in %s is kept for %d years from the end of its year",
  async (country, years) => {
    await completeOperator(testApp, { country, vat_id: vatIds[country] });
    const { params } = await draftFor({ profile: { country } });
    await finalize(params);
    const { result } = await operator.call(getAnyInvoice, { params });
    expect(result.retainUntil).toBe(`${Number(year) + years}-12-31`);
  },
);

it("R0-170 with a buyer reference the invoice is XRechnung, and its PDF a visual copy", async () => {
  const { client, params } = await draftFor({
    profile: { buyer_reference: "04011000-12345-03", email: "xml@example.org" },
  });
  const { result } = await finalize(params);

  const pdf = await download(client, getInvoiceFile, params, "pdf");
  expect([...((await (await openPdf(pdf.bytes)).getAttachments()) ?? []).keys()]).toEqual(["xrechnung.xml"]);
  const xml = await download(client, getInvoiceFile, params, "xml");
  expect(xml.response.headers.get("content-type")).toMatch(/^application\/xml/);
  expect(xml.bytes.toString()).toContain("urn:xeinkauf.de:kosit:xrechnung_3.0");
  expect(xml.bytes.toString()).toContain("<ram:BuyerReference>04011000-12345-03</ram:BuyerReference>");
  const [row] = await queryRows<{ format: string }>(testApp, "select format from invoice where id = $1", [
    params.invoiceId,
  ]);
  expect(row?.format).toBe("xrechnung");
  // The mail contains both files, because only the XML is the invoice.
  expect(await mailedFiles(result.number)).toEqual([`${result.number}.pdf`, `${result.number}.xml`]);
});

it("R0-304 an invoice uses the tax rate of the days its services end", async () => {
  const { params } = await draftFor({ since: addMonths(month, -1) });
  // A new rate from the first day of the current month: the month before still has the former one.
  await queryRows(
    testApp,
    "insert into tax_rate (country, valid_from, rate_basis_points) values ('DE', $1, 2100)",
    [month],
  );
  const { result } = await finalize(params);
  expect(result.lines.map(({ rateBasisPoints, period }) => [period?.from, rateBasisPoints])).toEqual([
    [addMonths(month, -1), 1900],
    [month, 2100],
  ]);
  expect(result.taxCents).toBe(Math.round(4900 * 0.19) + Math.round(4900 * 0.21));
  await queryRows(testApp, "delete from tax_rate");
  expect(
    (
      await operator.call(addTaxRate, {
        body: { country: "DE", validFrom: addDays(today, 1), rateBasisPoints: 2000 },
      })
    ).status,
  ).toBe(201);
  await queryRows(testApp, "delete from tax_rate");
});

it("R0-183 an invoice of another organization, and a draft of the caller's own organization, return 404", async () => {
  const { client, params } = await draftFor();
  expect((await client.call(getInvoice, { params })).status).toBe(404);
  expect((await client.call(getInvoiceFile, { params })).status).toBe(404);
  await finalize(params);
  expect((await client.call(getInvoice, { params })).status).toBe(200);
  const { client: outsider } = await organizationWith(testApp);
  expect((await outsider.call(getInvoice, { params })).status).toBe(404);
  expect((await outsider.call(getInvoiceFile, { params })).status).toBe(404);
  expect((await outsider.call(listInvoices)).result.data).toEqual([]);
  const unknownInvoice = { invoiceId: (await makeOrganization(testApp)).id };
  expect((await operator.call(getAnyInvoice, { params: unknownInvoice })).status).toBe(404);
  expect((await finalize(unknownInvoice)).status).toBe(404);
});

it("see R0-170 a final invoice is mailed once with its PDF to the address in the billing profile", async () => {
  const { params } = await draftFor({ profile: { email: "buchhaltung@example.org" } });
  const { result } = await finalize(params);
  await expect
    .poll(async () =>
      (await mailsOf(testApp, "invoice")).filter(
        (mail) => mail.includes(`Ihre Rechnung ${result.number}`) && mail.includes("buchhaltung@example.org"),
      ),
    )
    .toHaveLength(1);
  // The PDF contains the XML.
  expect(await mailedFiles(result.number)).toEqual([`${result.number}.pdf`]);
  expect((await operator.call(getAnyInvoice, { params })).result.mailedAt).not.toBeNull();
});

it("an invoice that is discarded is invoiced by the next run", async () => {
  const { id, params } = await draftFor();
  expect((await operator.call(discardInvoice, { params })).status).toBe(204);
  expect(await invoicesOf(operator, id)).toEqual([]);
  const final = await finalInvoice(testApp, operator, id);
  expect(final.netCents).toBe(9800);
});

it("a draft with nothing left to pay is neither shown as a document nor made final", async () => {
  const { params, id } = await draftFor();
  await queryRows(testApp, "delete from subscription where organization_id = $1", [id]);
  await operator.call(recalculateInvoice, { params });

  expect((await operator.call(getAnyInvoice, { params })).result).toMatchObject({ lines: [], dueCents: 0 });
  expect(refusal(await finalize(params))).toEqual([409, "CONFLICT"]);
  expect(refusal(await operator.call(getAnyInvoiceFile, { params }))).toEqual([409, "CONFLICT"]);
  expect((await operator.call(discardInvoice, { params })).status).toBe(204);
});

it("a deleted organization gets no further invoice, unless its contract ended", async () => {
  const [deleted, ended] = await manyBilled(testApp, 2);
  await queryRows(testApp, "update organization set status = 'deleted' where organization_id = any($1)", [
    [deleted, ended],
  ]);
  await queryRows(testApp, "update organization set contract_ends_at = now() where organization_id = $1", [
    ended,
  ]);

  await runInvoices(testApp, operator);

  expect(await invoicesOf(operator, deleted ?? "")).toEqual([]);
  expect(await invoicesOf(operator, ended ?? "")).toHaveLength(1);
});
