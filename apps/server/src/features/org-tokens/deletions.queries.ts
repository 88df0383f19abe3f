import { sql } from "kysely";
import { deleteWhere } from "../../platform/jobs/deletion.queries.ts";

/** Values of organization tokens. Their records stay listed until they are removed explicitly. */
export const deleteExpiredTokenSecrets = deleteWhere("org_token_secret", sql`old.expires_at < now()`);
