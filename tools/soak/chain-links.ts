import { query } from "../../apps/server/src/platform/embedded-postgres/test-support.ts";

/** Returns the positions at which audit chains of a database are broken, or an empty list if all are intact. */
export async function brokenChains(url: string): Promise<string[]> {
  const brokenRows = await query<{ chain: string; seq: string }>(url, brokenLinks);
  return brokenRows.map(({ chain, seq }) => `audit chain ${chain} is broken at ${seq}`);
}

/** Selects entries that do not follow the previous one, and heads that are not the last entry. */
const brokenLinks = `
  select chain, seq::text from (
    select organization_id as chain, seq, prev_hash, lag(hash) over w as hash_before, lag(seq) over w as seq_before
    from audit_entry window w as (partition by organization_id order by seq)
  ) as link
  where seq <> coalesce(seq_before, 0) + 1
    or prev_hash <> coalesce(hash_before, decode(repeat('00', 32), 'hex'))
  union all
  select organization_id, head_seq::text from audit_chain
  where head_seq > 0 and not exists (
    select from audit_entry
    where audit_entry.organization_id = audit_chain.organization_id
      and audit_entry.seq = audit_chain.head_seq and audit_entry.hash = audit_chain.head_hash
  )`;
