import * as endpoints from "@praxisportal/contract/payments/payments.endpoints";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { PaymentService } from "./booking/payment.service.ts";
import type { DirectDebitService } from "./debits/direct-debit.service.ts";
import type { MandateService } from "./mandate/mandate.service.ts";
import { mayChangeMandate, mayOperatePayments } from "./payments.policy.ts";
import type { ReminderService } from "./reminders/reminder.service.ts";
import type { StatementService } from "./statements/statement.service.ts";

type Services = {
  mandates: MandateService;
  payments: PaymentService;
  statements: StatementService;
  debits: DirectDebitService;
  reminders: ReminderService;
};

/** Registers the calls for mandates, payments, bank statements, direct debits and reminders. */
export function registerPaymentRoutes(registrar: Registrar, services: Services): void {
  const { mandates, payments, statements, debits, reminders } = services;

  registrar.handle(endpoints.changeMandate, ({ context, body }) =>
    mandates.change(authorize(context, "payments.changeMandate", mayChangeMandate), body),
  );

  registrar.handle(endpoints.removeMandate, ({ context }) =>
    mandates.remove(authorize(context, "payments.removeMandate", mayChangeMandate)),
  );

  registrar.handle(endpoints.addPayment, ({ context, params, body }) =>
    payments.add(authorize(context, "payments.add", mayOperatePayments), params.invoiceId, body),
  );

  registrar.handle(endpoints.importStatement, ({ context, file }) =>
    statements.import(authorize(context, "payments.import", mayOperatePayments), file),
  );

  registrar.handle(endpoints.listBankEntries, () => statements.listEntries());

  registrar.handle(endpoints.assignBankEntry, ({ context, body }) =>
    statements.assign(authorize(context, "payments.assign", mayOperatePayments), body),
  );

  registrar.handle(endpoints.listDirectDebits, async ({ query }) => {
    const [list, due] = await Promise.all([debits.list(), query.reminders ? reminders.list() : undefined]);
    return { ...list, ...(due && { reminders: due.data }) };
  });

  registrar.handle(
    endpoints.createDirectDebits,
    ({ context }) => debits.create(authorize(context, "payments.createDebits", mayOperatePayments)),
    (createdId) => debits.get(createdId),
  );

  registrar.handle(
    endpoints.getDirectDebitFile,
    ({ context, params }) =>
      debits.download(authorize(context, "payments.debitFile", mayOperatePayments), params.fileId),
    undefined,
    async (context) => debits.admit(context),
  );

  registrar.handle(endpoints.listReminders, () => reminders.list());

  registrar.handle(endpoints.sendReminders, ({ context }) =>
    reminders.send(authorize(context, "payments.sendReminders", mayOperatePayments)),
  );
}
