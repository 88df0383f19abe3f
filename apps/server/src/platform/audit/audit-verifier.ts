import type { ChainFault } from "@praxisportal/contract/audit/audit.schema";
import { type Kysely, sql } from "kysely";
import type { GlobalTables, TenantTables } from "../db/tables.gen.ts";
import type { SealingKeys } from "../crypto/sealed-secrets.ts";
import { checkChain } from "./check-chain.ts";

type Db = Kysely<TenantTables & GlobalTables>;

/** Result of checking one chain. `brokenAt` is the sequence number of the first entry that does not match. */
export type ChainVerdict =
  | { entries: number; intact: true }
  | { entries: number; intact: false; brokenAt: number; fault: ChainFault };

/**
 * Verifies a chain, see {@link checkChain}. The keys are needed if expired entries were removed. The connection
 * must be bound to the organization or have the platform role.
 */
export async function verifyChain(db: Db, organizationId: string, keys?: SealingKeys): Promise<ChainVerdict> {
  const { entries, broken } = await checkChain(
    async (build) => (await db.executeQuery(build(db).compile())).rows,
    organizationId,
    keys,
  );
  return broken === null
    ? { entries, intact: true }
    : { entries, intact: false, brokenAt: broken.at, fault: broken.fault };
}

/**
 * A chain. `isRequired` is true if its organization exists, because creating an organization writes the first entry.
 */
export type Chain = { id: string; isRequired: boolean };

/** Returns the chains that have a head, have entries or must exist for an organization. */
export async function listChains(db: Db): Promise<Chain[]> {
  const { rows } = await sql<Chain>`
    select id, bool_or(required) as "isRequired" from (
      select organization_id as id, false as required from audit_chain
      union select organization_id, false from audit_entry
      union select organization_id, true from organization
    ) chains group by id order by id`.execute(db);
  return rows;
}
