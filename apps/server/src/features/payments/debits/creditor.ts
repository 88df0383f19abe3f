import type { DirectDebitBatch } from "../../../platform/banking/pain008.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { OperatorAccount } from "../operator-account.platform-queries.ts";

/** Returns the operator as the creditor of direct debits. Errors: 409 INVOICE_INCOMPLETE with what is missing. */
export function creditorOf(account: OperatorAccount): DirectDebitBatch["creditor"] {
  const { name, iban, bic, creditorId, street, houseNumber, postalCode, city, country } = account;
  if (
    name === null ||
    iban === null ||
    creditorId === null ||
    street === null ||
    postalCode === null ||
    city === null ||
    country === null
  ) {
    const requiredFields = { name, street, postalCode, city, country, iban, creditorId };
    const missingFields = Object.entries(requiredFields).flatMap(([field, value]) =>
      value === null ? [`operator.${field}`] : [],
    );
    throw new ProblemError("INVOICE_INCOMPLETE", { members: { missing: missingFields } });
  }
  return { name, id: creditorId, iban, bic, address: { street, houseNumber, postalCode, city, country } };
}
