import type { BillingProfile } from "@praxisportal/contract/invoices/billing-profile.schema";
import type { InvoiceDetail } from "@praxisportal/contract/invoices/invoices.schema";
import type { Logger } from "pino";
import type { Clock } from "../../platform/clock/clock.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { IdentityDb, OrganizationDb } from "../../platform/db/handles.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import type { MailJobs } from "../../platform/mail/mail-job.ts";
import { createInvoiceRenderer, type InvoiceRenderer } from "./documents/render/create-invoice-renderer.ts";
import { previewTaxes } from "./drafts/preview-taxes.ts";
import { FinalInvoiceService } from "./final/final.service.ts";
import { finalizeJob } from "./final/finalize.worker.ts";
import { issuePast } from "./final/issue-past.ts";
import { invoiceMail } from "./invoice-mail.ts";
import { registerInvoiceRoutes } from "./invoices.routes.ts";
import { InvoiceListService } from "./list/invoice-list.service.ts";
import { createProfiles } from "./profile/create-profiles.ts";
import { registerProfileRoutes } from "./profile/invoices.routes.ts";
import { createParties } from "./profile/parties.ts";
import { invoiceRunJob } from "./runs/invoice-run.worker.ts";
import { InvoiceRunService } from "./runs/runs.service.ts";

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  log: Logger;
  sealingKeys: SealingKeys;
};

/** The invoices, as other features use them. */
export type Invoices = Feature & {
  mails: Pick<MailJobs, "invoice" | "creditNote">;
  renderer: InvoiceRenderer;
  /** Returns the billing profile of an organization and its way of payment. */
  profileOf: (db: OrganizationDb) => Promise<BillingProfile>;
  taxesOf: typeof previewTaxes;
  /** Returns an invoice of any organization with its payments. Errors: 404. */
  detailOf: (invoiceId: string) => Promise<InvoiceDetail>;
  /** Issues an invoice of the past. See {@link issuePast}. */
  issuePast: (
    allDb: Parameters<typeof issuePast>[0],
    past: Parameters<typeof issuePast>[2],
  ) => ReturnType<typeof issuePast>;
};

/** Creates the invoices: runs, drafts and final documents, which are rendered in a child process. */
export function createInvoices(dependencies: Dependencies): Invoices {
  const { platformDb } = dependencies;
  const renderer = createInvoiceRenderer();
  const invoicing = { ...dependencies, renderer, parties: createParties(platformDb) };
  const list = new InvoiceListService(invoicing);
  const detailOf = (invoiceId: string) => list.getAny(invoiceId);
  const masterData = createProfiles(dependencies);
  const services = {
    list,
    runs: new InvoiceRunService(invoicing),
    final: new FinalInvoiceService({ ...invoicing, detailOf }),
  };
  return {
    registerRoutes: (registrar) => {
      registerInvoiceRoutes(registrar, services);
      registerProfileRoutes(registrar, masterData);
    },
    jobs: [invoiceRunJob(invoicing), finalizeJob(invoicing)],
    mails: { invoice: invoiceMail(platformDb), creditNote: invoiceMail(platformDb) },
    renderer,
    profileOf: (db) => masterData.profiles.read(db),
    taxesOf: previewTaxes,
    detailOf,
    issuePast: (allDb, past) => issuePast(allDb, invoicing, past),
    close: () => renderer.stop(),
  };
}
