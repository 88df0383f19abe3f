import type { OrganizationDb } from "../../../platform/db/handles.ts";

/** Usage of a call that has ended. */
export type BookedRow = {
  provider_key: string;
  model: string;
  input_tokens: string;
  output_tokens: string;
  cached_tokens: string;
  reasoning_tokens: string;
  audio_seconds: string;
  cost_micro: string | null;
  currency: string;
  is_estimated: boolean;
};

/** Returns whether a call is open, and its usage if it has ended. An unknown call is neither. */
export async function findCall(
  db: OrganizationDb,
  id: string,
): Promise<{ isOpen: boolean; booked: BookedRow | undefined }> {
  const [open, [booked]] = await db.readAll<[{ id: string }, BookedRow]>((query) => [
    query
      .selectFrom("ai_call")
      .select("id")
      .where("organization_id", "=", db.organizationId)
      .where("id", "=", id),
    query
      .selectFrom("ai_usage_event")
      .select(["provider_key", "model", "input_tokens", "output_tokens", "cached_tokens", "reasoning_tokens"])
      .select(["audio_seconds", "cost_micro", "currency", "is_estimated"])
      .where("organization_id", "=", db.organizationId)
      .where("id", "=", id),
  ]);
  return { isOpen: open.length > 0, booked };
}
