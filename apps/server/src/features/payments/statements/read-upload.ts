import type { ValidationIssue } from "@praxisportal/contract/validation-issues";
import {
  readStatement,
  type StatementEntry,
  StatementError,
  statementMaxBytes,
} from "../../../platform/banking/camt053.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { UploadedFile } from "../../../platform/http/uploads/upload.ts";

/** The field of the upload. */
const path = "statement";

/**
 * Reads an uploaded statement of the account. Errors: 413 for a file that is too large, 400 for one that is not
 * camt.053, has a DOCTYPE or is of another account, and those of the upload.
 */
export async function readUpload(file: UploadedFile, ownIban: string): Promise<StatementEntry[]> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.chunks()) {
    size += chunk.length;
    if (size > statementMaxBytes) throw new ProblemError("PAYLOAD_TOO_LARGE");
    chunks.push(Buffer.from(chunk));
  }
  try {
    return readStatement(Buffer.concat(chunks), ownIban);
  } catch (error) {
    if (!(error instanceof StatementError)) throw error;
    if (error.fault === "too_large") throw new ProblemError("PAYLOAD_TOO_LARGE");
    const issue: ValidationIssue =
      error.fault === "foreign_account"
        ? { path, code: "otherAccount", params: {} }
        : { path, code: "fileType", params: { types: "camt.053 (XML)" } };
    throw new ProblemError("VALIDATION_FAILED", { issues: [issue] });
  }
}
