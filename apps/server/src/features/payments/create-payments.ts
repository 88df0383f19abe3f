import type { Clock } from "../../platform/clock/clock.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { Invoices } from "../invoices/create-invoices.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import { PaymentService } from "./booking/payment.service.ts";
import { debitFileColumn } from "./debits/debit-file-content.ts";
import { DirectDebitService } from "./debits/direct-debit.service.ts";
import { mandateIbanColumn } from "../../platform/banking/mandate-iban.ts";
import { MandateService } from "./mandate/mandate.service.ts";
import { registerPaymentRoutes } from "./payments.routes.ts";
import { reminderMail } from "./reminders/reminder-mail.ts";
import { ReminderService } from "./reminders/reminder.service.ts";
import { reminderJob } from "./reminders/reminder.worker.ts";
import { StatementService } from "./statements/statement.service.ts";

type Dependencies = {
  platformDb: PlatformDb;
  clock: Clock;
  sealingKeys: SealingKeys;
  notifications: Pick<Notifications, "notices">;
  invoices: Pick<Invoices, "profileOf" | "detailOf">;
};

/** Creates SEPA mandates, payments, the exchange with the bank, and reminders. */
export function createPayments({ notifications, ...dependencies }: Dependencies) {
  const { platformDb } = dependencies;
  return {
    registerRoutes: (registrar) =>
      registerPaymentRoutes(registrar, {
        mandates: new MandateService({ ...dependencies, notices: notifications.notices }),
        payments: new PaymentService(dependencies),
        statements: new StatementService(dependencies),
        debits: new DirectDebitService(dependencies),
        reminders: new ReminderService(dependencies),
      }),
    jobs: [reminderJob(dependencies)],
    sealed: [mandateIbanColumn, debitFileColumn],
    mails: {
      paymentReminder1: reminderMail(platformDb, 1),
      paymentReminder2: reminderMail(platformDb, 2),
      paymentReminder3: reminderMail(platformDb, 3),
    },
  } satisfies Feature & Record<string, unknown>;
}
