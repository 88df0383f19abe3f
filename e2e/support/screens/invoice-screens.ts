import { expect, type Page } from "@playwright/test";
import type { BillingSummary } from "@praxisportal/contract/invoices/invoice-runs.schema";
import type { Invoice, InvoiceDetail } from "@praxisportal/contract/invoices/invoices.schema";
import { failCalls, hangCalls, respondWith } from "../responses.ts";
import { pressButton } from "../press-button.ts";
import {
  timeAt,
  day,
  uuid,
  invoice,
  draft,
  heldDrafts,
  invoices,
  pageOf,
  summary,
  running,
  runs,
  detail,
  entries,
  debits,
  reminders,
  operator,
  rates,
} from "./invoice-data.ts";
import type { Screen } from "./screen.ts";

const summaryCall = /\/api\/tenant\/billing\/summary$/;
const runsCall = /\/api\/tenant\/billing\/runs$/;
const listCall = /\/api\/tenant\/invoices\?/;
const listOf = (status: string) => new RegExp(String.raw`/api/tenant/invoices\?.*\bstatus=${status}\b`);
const invoiceCall = /\/api\/tenant\/invoices\/[0-9a-f-]{36}$/;
const entriesCall = /\/api\/tenant\/billing\/entries$/;
const dueCall = /\/api\/tenant\/billing\/direct-debits\?/;
const operatorCall = /\/api\/tenant\/billing\/operator$/;
const ratesCall = /\/api\/tenant\/billing\/tax-rates$/;

const runSteps =
  (...steps: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) await step(page);
  };
const waitForText = (text: string | RegExp) => async (page: Page) => {
  await expect(page.getByRole("main").getByText(text).filter({ visible: true }).first()).toBeVisible();
};
const clickButton = (button: string | RegExp) => async (page: Page) => {
  await pressButton(page, button);
  await expect(page.getByRole("dialog").or(page.getByRole("alertdialog"))).toBeVisible();
};

const billing = {
  route: "/tenant-management/billing",
  title: "Rechnungswesen",
  viewer: "super_admin",
} as const;
const overview = { ...billing, path: "/tenant-management/billing" } as const;
const overviewOf = (totals: BillingSummary, drafts: readonly Invoice[] = heldDrafts) =>
  runSteps(
    respondWith(summaryCall, totals),
    respondWith(runsCall, runs),
    respondWith(listCall, pageOf(drafts)),
  );
const list = { ...billing, path: "/tenant-management/billing?tab=invoices" } as const;
const payments = {
  ...billing,
  path: "/tenant-management/billing?tab=payments",
  before: runSteps(
    respondWith(entriesCall, entries),
    respondWith(dueCall, { ...debits, reminders: reminders.data }),
    respondWith(listOf("overdue"), pageOf(invoices.slice(4, 5))),
    respondWith(listOf("open"), pageOf(invoices.slice(5, 6))),
  ),
} as const;
const masterData = {
  ...billing,
  path: "/tenant-management/billing?tab=operator",
  before: runSteps(respondWith(operatorCall, operator), respondWith(ratesCall, rates)),
} as const;
const invoiceScreenOf = (data: InvoiceDetail, title: string | RegExp) =>
  ({
    route: "/tenant-management/billing/$invoiceId",
    path: `/tenant-management/billing/${data.id}`,
    title,
    viewer: "super_admin",
    before: respondWith(invoiceCall, data),
  }) as const;
const draftPage = invoiceScreenOf(
  detail(invoice(4, { ...draft, status: "draft", finaliseAt: timeAt(2) })),
  "Rechnungsentwurf",
);
const finalPage = invoiceScreenOf(
  detail(
    invoice(5, {
      status: "overdue",
      issuedOn: day(-23),
      dueOn: day(-9),
      createdAt: timeAt(-26),
      finalisedAt: timeAt(-23),
      reminderLevel: 1,
      paidCents: 7031,
      openCents: 10_000,
    }),
    {
      payments: [{ id: uuid(980), bookedOn: day(-3), amountCents: 7031, source: "statement", note: null }],
    },
  ),
  "Rechnung RE-2026-000005",
);

/** Screens of the operator's billing. */
export const invoiceScreens: readonly Screen[] = [
  { ...overview, name: "invoicing", before: overviewOf(summary()) },
  { ...overview, name: "invoicing, run in progress", before: overviewOf(summary({ run: running })) },
  {
    ...overview,
    name: "invoicing, nothing yet",
    before: runSteps(
      overviewOf(
        summary({
          run: null,
          revenueNet: [],
          held: { count: 0 },
          drafts: { count: 0, amounts: [] },
          open: { count: 0, amounts: [] },
          overdue: { count: 0, amounts: [] },
          missing: ["operator.name", "operator.iban", "operator.vatId"],
        }),
        [],
      ),
      respondWith(runsCall, { data: [] }),
    ),
  },
  {
    ...overview,
    name: "invoicing, starting a run",
    before: overviewOf(summary()),
    prepare: clickButton("Abrechnungslauf starten"),
  },
  { ...overview, name: "invoicing, loading", before: hangCalls(summaryCall) },
  { ...overview, name: "invoicing, failing", before: failCalls(summaryCall) },
  {
    ...list,
    name: "invoices",
    before: respondWith(listCall, pageOf(invoices)),
    prepare: waitForText("RE-2026-000005"),
  },
  {
    ...list,
    name: "invoices, none",
    before: respondWith(listCall, pageOf([])),
    prepare: waitForText("Noch keine Rechnungen"),
  },
  { ...list, name: "invoices, failing", before: failCalls(listCall) },
  { ...draftPage, name: "invoice, draft" },
  { ...draftPage, name: "invoice, making it final", prepare: clickButton("Endgültig machen …") },
  {
    ...invoiceScreenOf(detail(heldDrafts[2] ?? invoice(3)), "Rechnungsentwurf"),
    name: "invoice, held",
  },
  { ...finalPage, name: "invoice, partly paid" },
  { ...finalPage, name: "invoice, entering a payment", prepare: clickButton("Zahlung erfassen") },
  { ...finalPage, name: "invoice, legal hold", prepare: clickButton("Löschsperre setzen …") },
  {
    ...finalPage,
    name: "invoice, crediting it",
    prepare: async (page) => {
      await page.getByRole("button", { name: "Aktionen für RE-2026-000005" }).click();
      await page.getByRole("menuitem", { name: "Gutschrift erstellen …" }).click();
      await expect(page.getByRole("alertdialog")).toBeVisible();
    },
  },
  {
    ...invoiceScreenOf(
      detail(invoices[8] ?? invoice(9), { reason: "Falscher Tarif berechnet" }),
      "Gutschrift GU-2026-000001",
    ),
    name: "invoice, credit note",
  },
  { ...payments, name: "payments", prepare: waitForText("Frühere Dateien") },
  {
    ...payments,
    name: "payments, assigning one",
    prepare: clickButton(/^Zuordnen: .* von Praxis am Musterplatz GbR$/),
  },
  { ...payments, name: "payments, sending reminders", prepare: clickButton("Jetzt senden …") },
  {
    ...payments,
    name: "payments, nothing to do",
    before: runSteps(
      respondWith(entriesCall, { data: [] }),
      respondWith(dueCall, { data: [], due: { debits: 0, totalCents: 0 }, reminders: [] }),
    ),
    prepare: waitForText("Heute ist keine Mahnung fällig."),
  },
  {
    ...payments,
    name: "payments, failing",
    before: runSteps(payments.before, failCalls(entriesCall)),
  },
  { ...masterData, name: "operator's master data", prepare: waitForText("Steuern und Register") },
  { ...masterData, name: "operator's master data, adding a rate", prepare: clickButton("Satz hinzufügen") },
];
