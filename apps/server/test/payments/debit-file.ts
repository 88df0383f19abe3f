import { randomUUID } from "node:crypto";
import { sealFile } from "../../src/features/payments/debits/debit-file-content.ts";
import { queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";

/** Stores a file of direct debits without debits. Returns its id. */
export async function insertDebitFile(testApp: TestApp): Promise<string> {
  const id = randomUUID();
  await queryRows(
    testApp,
    `insert into direct_debit_file (id, message_id, debits, total_cents, content) values ($1, $2, 0, 0, $3)`,
    [id, `PROBE-${id.slice(0, 8)}`, sealFile(testApp.app.sealedSecrets.keys, id, "<Document/>")],
  );
  return id;
}
