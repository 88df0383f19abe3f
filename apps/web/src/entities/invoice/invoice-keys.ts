/** Keys of invoices and payments as the operator sees them, of all organizations. */
export const invoiceKeys = {
  all: ["invoices"] as const,
  lists: ["invoices", "lists"] as const,
  details: ["invoices", "details"] as const,
  summary: ["invoices", "summary"] as const,
  runs: ["invoices", "runs"] as const,
  operator: ["invoices", "operator"] as const,
  taxRates: ["invoices", "tax-rates"] as const,
  /** Imported bank entries without an invoice. */
  entries: ["invoices", "entries"] as const,
  debits: ["invoices", "debits"] as const,
  reminders: ["invoices", "reminders"] as const,
};
