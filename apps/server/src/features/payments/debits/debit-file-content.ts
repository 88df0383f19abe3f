import { open, seal, type SealingKeys } from "../../../platform/crypto/sealed-secrets.ts";

/** The column of the sealed files of direct debits. */
export const debitFileColumn = {
  table: "direct_debit_file",
  column: "content",
  context: "direct_debit_file",
  contextColumn: "id",
} as const;

const rowOf = (fileId: string) => `${debitFileColumn.context}:${fileId}`;

/** Seals a file of direct debits for the database: it contains the IBANs of the organizations. */
export function sealFile(keys: SealingKeys, fileId: string, xml: string): Buffer {
  return seal(keys, rowOf(fileId), xml);
}

/** Returns the XML of a file of direct debits. */
export function openFile(keys: SealingKeys, fileId: string, sealed: Buffer): string {
  return open(keys, rowOf(fileId), sealed);
}
