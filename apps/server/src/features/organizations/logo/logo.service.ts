import { createHash } from "node:crypto";
import { logoMaxBytes, storedLogoPath } from "@praxisportal/contract/organizations/organization-logo.rules";
import { deleteFiles, storeFile } from "../../../directory/limits/store-file.queries.ts";
import type { IdentityDb, OrganizationDb } from "../../../platform/db/handles.ts";
import { FileResponse } from "../../../platform/http/calls/file-response.ts";
import { ProblemError } from "../../../platform/http/problem.ts";
import type { UploadedFile } from "../../../platform/http/uploads/upload.ts";
import type { Authorized } from "../../../platform/request-context/authorized.ts";
import type { WriteTransaction } from "../../../platform/db/write-transaction.ts";
import { lockOrganization, updateOrganization } from "../organization-changes.queries.ts";
import { findLogo } from "./logo.queries.ts";
import { readStillImage } from "./read-still-image.ts";

/** Number of characters of a logo's hash in its address. */
const versionLength = 16;

/** Stores, shows and removes the logo of an organization. */
export class LogoService {
  readonly #db: IdentityDb;

  constructor({ db }: { db: IdentityDb }) {
    this.#db = db;
  }

  /** Stores a logo in place of the current one. Errors: see the endpoint. */
  async store({ context }: Authorized<"organizations.storeLogo">, file: UploadedFile): Promise<void> {
    const { id } = context.organization;
    const image = readStillImage(await contentOf(file));
    if (image === undefined) {
      const params = { types: "PNG, JPEG, WebP" };
      throw new ProblemError("VALIDATION_FAILED", { issues: [{ path: "logo", code: "fileType", params }] });
    }
    const { type: contentType, content } = image;
    const sha256 = createHash("sha256").update(content).digest("hex");
    await this.#db.write(async (tx) => {
      const before = await lockLogo(tx, id);
      await storeFile(tx, id, { kind: "logo", contentType, content });
      await this.#change(tx, context, before, storedLogoPath(id, sha256.slice(0, versionLength)));
    });
  }

  /** Removes the logo, if there is one. */
  async remove({ context }: Authorized<"organizations.removeLogo">): Promise<void> {
    const { id } = context.organization;
    await this.#db.write(async (tx) => {
      const before = await lockLogo(tx, id);
      if (before.logo === null) return;
      await deleteFiles(tx, id, "logo");
      await this.#change(tx, context, before, null);
    });
  }

  /** Returns the logo with its entity tag. Errors: 404 without one. */
  async read(db: OrganizationDb): Promise<{ etag: string; file: FileResponse }> {
    const logo = await findLogo(db);
    if (logo === undefined) throw new ProblemError("NOT_FOUND");
    const name = logo.content_type.replace("image/", "logo.");
    return {
      etag: `"${logo.sha256}"`,
      file: new FileResponse(name, logo.content_type, oneChunk(logo.content)),
    };
  }

  async #change(
    tx: WriteTransaction,
    context: Authorized<string>["context"],
    before: { name: string; logo: string | null },
    logo: string | null,
  ): Promise<void> {
    const { id } = context.organization;
    if (before.logo === logo) return;
    await updateOrganization(tx, id, {}, { logo });
    tx.record({
      ...context.auditBase(),
      organizationId: id,
      action: "organization.updated",
      target: { type: "organization", id, display: before.name },
      changes: { logo: [before.logo, logo] },
    });
  }
}

/** Locks the row of the organization and returns its field `logo`. */
async function lockLogo(tx: WriteTransaction, id: string): Promise<{ name: string; logo: string | null }> {
  const organization = await lockOrganization(tx, id);
  if (organization === undefined) throw new ProblemError("NOT_FOUND");
  const { logo = null } = organization.details as { logo?: string | null };
  return { name: organization.name, logo };
}

/** Reads an uploaded logo to its end. Errors: 413 for one that is too large, and those of the upload. */
async function contentOf(file: UploadedFile): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of file.chunks()) {
    size += chunk.length;
    if (size > logoMaxBytes) throw new ProblemError("PAYLOAD_TOO_LARGE");
    chunks.push(Buffer.from(chunk));
  }
  return Buffer.concat(chunks);
}

async function* oneChunk(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}
