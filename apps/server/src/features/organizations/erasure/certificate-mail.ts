import type { PlatformDb } from "../../../platform/db/platform-db.ts";
import { idOf, type PrepareMail } from "../../../platform/mail/mail-job.ts";
import { certificateFileName, certificateType } from "./certificate-file.ts";
import { findCertificateMail } from "./certificate.platform-queries.ts";

/** Prepares the mail with a certificate: `{ organizationId, recipient }`. `recipient` is an index of the administrators. */
export function certificateMail(db: PlatformDb): PrepareMail {
  return async (payload) => {
    const organizationId = idOf(payload, "organizationId");
    const mail = await findCertificateMail(db, organizationId, Number(payload["recipient"]));
    if (mail === undefined) return undefined;
    const { recipient, certificate: content, organization, timeZone, practiceCode } = mail;
    return {
      to: { name: recipient.name, address: recipient.address },
      language: recipient.language,
      values: { organization, timeZone },
      attachments: [{ filename: certificateFileName(practiceCode), contentType: certificateType, content }],
    };
  };
}
