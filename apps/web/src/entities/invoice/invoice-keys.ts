/** Keys of the operator's invoices and payments of all organizations. */
export const invoiceKeys = {
  all: ["invoices"] as const,
  /** Data that events of invoices and billing profiles change. */
  current: ["invoices", "current"] as const,
  lists: ["invoices", "current", "lists"] as const,
  details: ["invoices", "current", "details"] as const,
  summary: ["invoices", "current", "summary"] as const,
  /** Direct debits and reminders that are due. */
  due: ["invoices", "current", "due"] as const,
  runs: ["invoices", "runs"] as const,
  operator: ["invoices", "operator"] as const,
  taxRates: ["invoices", "tax-rates"] as const,
  /** Imported bank entries without an invoice. */
  entries: ["invoices", "entries"] as const,
};
