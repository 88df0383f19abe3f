import { defineEvent } from "./event.ts";

/** Events of organizations' invoices and payments. */
export const invoiceEvents = {
  "billing.profile_changed": defineEvent({
    name: "billing.profile_changed",
    ids: ["organizationId"],
    isPublic: false,
    live: { event: "billingEvent", to: "organization", data: { kind: "profileChanged" } },
    caches: [],
  }),
  "billing.mandate_changed": defineEvent({
    name: "billing.mandate_changed",
    ids: ["organizationId"],
    isPublic: false,
    live: { event: "billingEvent", to: "organization", data: { kind: "profileChanged" } },
    caches: [],
  }),
  "invoice.recalculated": defineEvent({
    name: "invoice.recalculated",
    ids: ["invoiceId"],
    isPublic: false,
    live: { event: "billingEvent", to: "organization", data: { kind: "invoiceChanged" } },
    caches: [],
  }),
  "invoice.finalised": defineEvent({
    name: "invoice.finalised",
    ids: ["invoiceId"],
    isPublic: true,
    live: { event: "billingEvent", to: "organization", data: { kind: "invoiceFinalised" } },
    caches: [],
  }),
  "invoice.discarded": defineEvent({
    name: "invoice.discarded",
    ids: ["invoiceId"],
    isPublic: false,
    live: { event: "billingEvent", to: "organization", data: { kind: "invoiceChanged" } },
    caches: [],
  }),
  "invoice.credited": defineEvent({
    name: "invoice.credited",
    ids: ["invoiceId"],
    isPublic: false,
    live: { event: "billingEvent", to: "organization", data: { kind: "invoiceChanged" } },
    caches: [],
  }),
  "invoice.hold_changed": defineEvent({
    name: "invoice.hold_changed",
    ids: ["invoiceId"],
    isPublic: false,
    live: { event: "billingEvent", to: "organization", data: { kind: "invoiceChanged" } },
    caches: [],
  }),
  "invoice.payment_added": defineEvent({
    name: "invoice.payment_added",
    ids: ["invoiceId"],
    isPublic: false,
    live: { event: "billingEvent", to: "organization", data: { kind: "invoiceChanged" } },
    caches: [],
  }),
  "invoice.paid": defineEvent({
    name: "invoice.paid",
    ids: ["invoiceId"],
    isPublic: true,
    live: { event: "billingEvent", to: "organization", data: { kind: "invoicePaid" } },
    caches: [],
  }),
  "invoice.reminded": defineEvent({
    name: "invoice.reminded",
    ids: ["invoiceId"],
    isPublic: false,
    live: { event: "billingEvent", to: "organization", data: { kind: "invoiceChanged" } },
    caches: [],
  }),
  "invoice.deleted": defineEvent({
    name: "invoice.deleted",
    ids: ["invoiceId"],
    isPublic: false,
    live: { event: "billingEvent", to: "organization", data: { kind: "invoiceChanged" } },
    caches: [],
  }),
} as const;
