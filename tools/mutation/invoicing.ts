import { type Defense, serverDefenses } from "./defense.ts";

/** Step-up of an action. `find` begins with the line that is removed. */
type Step = readonly [step: string, file: string, find: string];

const steps: readonly Step[] = [
  [
    "making an invoice final",
    "features/invoices/final/final.service.ts",
    "    this.#assertFresh(context);\n    await this.#change(id, async ({ tx, allDb, invoice }) => {\n      const issued",
  ],
  [
    "discarding a draft",
    "features/invoices/final/final.service.ts",
    '    this.#assertFresh(context);\n    await this.#change(id, async ({ tx, allDb, invoice }) => {\n      if (invoice.state === "final")',
  ],
  [
    "a credit note",
    "features/invoices/final/final.service.ts",
    "    this.#assertFresh(context);\n    const noteId",
  ],
  [
    "a legal hold",
    "features/invoices/final/final.service.ts",
    '    this.#assertFresh(context);\n    await this.#change(id, async ({ tx, allDb, invoice }) => {\n      if (invoice.state === "draft")',
  ],
  [
    "an invoice run",
    "features/invoices/runs/runs.service.ts",
    "    assertFresh(context.caller, clock.now());\n",
  ],
  [
    "a change of the operator's master data",
    "features/invoices/operator/operator.service.ts",
    "    assertFresh(context.caller, this.#clock.now());\n",
  ],
  [
    "a tax rate",
    "features/invoices/operator/tax-rates.service.ts",
    '    assertFresh(context.caller, this.#clock.now());\n    if (isStatutory(rate)) throw new ProblemError("ALREADY_EXISTS");',
  ],
  [
    "removing a tax rate",
    "features/invoices/operator/tax-rates.service.ts",
    '    assertFresh(context.caller, this.#clock.now());\n    if (isStatutory(rate)) throw new ProblemError("CONFLICT");',
  ],
  [
    "entering a payment",
    "features/payments/booking/payment.service.ts",
    "    assertFresh(context.caller, clock.now());\n",
  ],
  [
    "importing a statement",
    "features/payments/statements/statement.service.ts",
    "    assertFresh(context.caller, clock.now());\n    const { iban }",
  ],
  [
    "assigning a bank entry",
    "features/payments/statements/statement.service.ts",
    "    assertFresh(context.caller, clock.now());\n    await platformDb.write",
  ],
  [
    "a file of direct debits",
    "features/payments/debits/direct-debit.service.ts",
    "    assertFresh(context.caller, clock.now());\n",
  ],
  [
    "downloading direct debits",
    "features/payments/debits/direct-debit.service.ts",
    "    assertFresh(caller, this.#dependencies.clock.now());\n",
  ],
  [
    "sending reminders",
    "features/payments/reminders/reminder.service.ts",
    "    assertFresh(context.caller, this.#dependencies.clock.now());\n",
  ],
];

/** Actions of the operator on invoices and payments, each of which needs a step-up. */
export const invoicingDefenses: readonly Defense[] = serverDefenses(
  steps.map(([step, file, find]) => ({
    cases: ["N84"],
    guarantee: `${step} needs a fresh proof of identity`,
    file,
    find,
    put: find.slice(find.indexOf("\n") + 1),
    proof: ["apps/server/test/invoices/operator-proof.test.ts", "N84"],
  })),
);
