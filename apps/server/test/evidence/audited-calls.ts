import { createEvidence } from "@praxisportal/contract/evidence/evidence.endpoints";
import { makeMember, makeOrganization, queryRows } from "../factories.ts";
import type { TestApp } from "../test-app.ts";
import { TestClient } from "../test-client.ts";

/** Returns a successful example of each audited call about evidence folders. */
export function evidenceExamples(portal: () => TestApp) {
  const administrator = async () => {
    const { id } = await makeOrganization(portal());
    const client = new TestClient(portal());
    await client.signIn(await makeMember(portal(), id, "org_admin"));
    return { client, params: { id } };
  };
  const withFolder = async () => {
    const { client, params } = await administrator();
    const { result } = await client.call(createEvidence, { params, body: {} });
    return { client, params: { ...params, folderId: result.id } };
  };
  return {
    "evidence.create": async () => ({ ...(await administrator()), body: {} }),
    "evidence.cancel": withFolder,
    "evidence.download": async () => {
      const prepared = await withFolder();
      await queryRows(
        portal(),
        `update evidence_folder set state = 'done', expires_at = now() + interval '1 hour', finished_at = now(),
           pdf = '\\x2550', pdf_sha256 = '', zip_sha256 = '' where id = $1`,
        [prepared.params.folderId],
      );
      return { ...prepared, query: { format: "pdf" } };
    },
  };
}
