import { Readable } from "node:stream";
import { FileResponse } from "../../../platform/http/calls/file-response.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import { certificateFileName, certificateType } from "./certificate-file.ts";
import { findCertificate } from "./certificate.queries.ts";

/** Returns the certificate that a tenant was erased. Errors: 404 until it is issued. */
export async function downloadCertificate({
  context,
}: Authorized<"tenants.certificate">): Promise<FileResponse> {
  const certificate = await findCertificate(context.organization.db);
  if (certificate === undefined) throw new ProblemError("NOT_FOUND");
  const name = certificateFileName(certificate.practiceCode);
  return new FileResponse(name, certificateType, Readable.from([certificate.certificate]));
}
