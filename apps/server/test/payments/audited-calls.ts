import { makeMember, makeOrganization, unique } from "../factories.ts";
import { insertFinalInvoice } from "../invoices/final-invoice.ts";
import type { TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";
import { insertBankEntry } from "./bank-entry.ts";
import { insertDebitFile } from "./debit-file.ts";
import { giveMandate, insertDebitInvoice } from "./debit-invoice.ts";
import { enterOperatorAccount } from "./operator-account.ts";
import { statementOf } from "./statements.ts";

/** Returns a successful example of each audited call of payments. */
export function paymentExamples(
  testApp: () => TestApp,
  signedIn: () => Promise<{ client: TestClient; organizationId: string }>,
  operator: () => Promise<TestClient>,
) {
  const newInvoice = async () => insertFinalInvoice(testApp(), (await makeOrganization(testApp())).id);
  return {
    "payments.changeMandate": async () => ({
      client: (await signedIn()).client,
      body: { holder: "Praxis Probe", iban: "DE02500105170137075030", signedOn: "2026-01-15" },
    }),
    "payments.removeMandate": async () => {
      const { client, organizationId } = await signedIn();
      await giveMandate(testApp(), organizationId, "MANDAT-1");
      return { client };
    },
    "payments.add": async () => ({
      client: await operator(),
      params: { invoiceId: (await newInvoice()).id },
      body: { bookedOn: "2026-11-20", amountCents: 100 },
    }),
    "payments.importStatement": async () => {
      await enterOperatorAccount(testApp());
      return {
        client: await operator(),
        body: {},
        file: statementOf([{ reference: unique("BANK"), amountCents: 100 }]),
      };
    },
    "payments.assignEntry": async () => ({
      client: await operator(),
      body: { reference: await insertBankEntry(testApp()), invoiceId: (await newInvoice()).id },
    }),
    "payments.createDebits": async () => {
      await enterOperatorAccount(testApp());
      await insertDebitInvoice(testApp(), (await makeOrganization(testApp())).id);
      return { client: await operator() };
    },
    "payments.debitFile": async () => ({
      client: await operator(),
      params: { fileId: await insertDebitFile(testApp()) },
    }),
    "payments.sendReminders": async () => {
      const { id } = await makeOrganization(testApp());
      await makeMember(testApp(), id, "org_admin");
      await insertFinalInvoice(testApp(), id, { dueOn: "2026-01-02" });
      return { client: await operator() };
    },
  };
}
