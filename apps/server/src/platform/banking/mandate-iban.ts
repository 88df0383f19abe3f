import { open, seal, type SealingKeys } from "../crypto/sealed-secrets.ts";

/** The column of the sealed IBANs of mandates. */
export const mandateIbanColumn = {
  table: "billing_profile",
  column: "mandate_iban",
  context: "billing_mandate",
  contextColumn: "organization_id",
} as const;

const rowOf = (organizationId: string) => `${mandateIbanColumn.context}:${organizationId}`;

/** Seals the IBAN of an organization's mandate for the database. */
export function sealIban(keys: SealingKeys, organizationId: string, iban: string): Buffer {
  return seal(keys, rowOf(organizationId), iban);
}

/** Returns the IBAN of an organization's mandate. Throws when it was sealed for another one. */
export function openIban(keys: SealingKeys, organizationId: string, sealed: Buffer): string {
  return open(keys, rowOf(organizationId), sealed);
}
