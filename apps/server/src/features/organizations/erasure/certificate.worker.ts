import { uuidV7 } from "@praxisportal/contract/identifiers";
import { certificateRecipientsMs } from "@praxisportal/contract/limits";
import type { Clock } from "../../../platform/clock/clock.ts";
import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import * as queries from "./certificate.platform-queries.ts";

export type CertificateDependencies = { db: PlatformDb; clock: Clock; operatorName: string };

/** Organizations per query. */
const batchSize = 20;

/**
 * Issues the certificates of all erased organizations that have none, and mails each to the last administrators. Their
 * addresses are deleted 30 days later.
 */
export async function issueCertificates(
  dependencies: CertificateDependencies,
  signal: AbortSignal,
): Promise<void> {
  const { db, clock } = dependencies;
  for (let foundCount = batchSize; foundCount === batchSize && !signal.aborted;) {
    const organizations = await queries.findUncertified(db, batchSize);
    foundCount = organizations.length;
    for (const organizationId of organizations) await issue(dependencies, organizationId);
  }
  await queries.deleteRecipients(db, new Date(clock.now().getTime() - certificateRecipientsMs));
}

async function issue(
  { db, clock, operatorName }: CertificateDependencies,
  organizationId: string,
): Promise<void> {
  // Loaded when it is needed, because the PDF library is large and organizations rarely leave.
  const { renderCertificate } = await import("./certificate-pdf.ts");
  await db.write(async (tx, allDb) => {
    const organization = await queries.lockUncertified(allDb, organizationId);
    if (organization === undefined) return;
    const at = clock.now();
    const certificate = await renderCertificate(organization.facts, operatorName, at);
    await queries.saveCertificate(allDb, organizationId, certificate, at);
    for (let recipient = 0; recipient < organization.recipients; recipient += 1)
      tx.emit("mail", { template: "deletionCertificate", organizationId, recipient }, uuidV7());
  });
}
