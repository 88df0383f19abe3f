import type { Passkey } from "@praxisportal/contract/passkeys/passkeys.schema";

/** Returns the owner's view of a passkey; never the key. */
export function presentPasskey(row: {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
  is_synced: boolean;
}): Passkey {
  return {
    id: row.id,
    name: row.name,
    createdAt: row.created_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    synced: row.is_synced,
  };
}

/** Returns a challenge with the options for the browser's functions, as plain JSON. */
export function presentOptions({ challengeId, options }: { challengeId: string; options: object }) {
  return { challengeId, options: { ...options } };
}
