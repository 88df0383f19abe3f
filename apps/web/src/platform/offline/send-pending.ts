import { isApiError } from "../api-client/api-error.ts";
import { changeQueue, readQueue } from "./pending-queue.ts";
import { nameOf, type PendingSync, type VersionedValue } from "./pending-sync.ts";
import { rejectionOf } from "./rejection.ts";
import { announceSent } from "./sent-changes.ts";
import { isSameValue, type SyncAction, syncActionOf } from "./sync-actions.ts";
import { currentOwner } from "./sync-owner.ts";

/** Maximum number of attempts if other fields of the same entity keep changing. */
const maxAttempts = 3;

type Outcome =
  /**
   * `version` is the version that the change created, or null if later changes must compare their values with the
   * server's.
   */
  | { readonly kind: "sent"; readonly version: number | null }
  | { readonly kind: "conflict"; readonly current: VersionedValue };

/**
 * Sends the changes that the signed-in user made in this organization. Changes of the same entity are sent in order.
 * Sent changes are removed from the queue, and all tabs are told how many were sent.
 * @param maySend Returns false once another tab sends instead.
 */
export async function sendQueue(maySend: () => boolean): Promise<void> {
  let sentCount = 0;
  // A later change to an entity must not overtake one that is waiting or undecided.
  const blockedEntities = new Set<string>();
  for (const { id } of readQueue()) {
    if (!maySend()) break;
    // Sending an earlier change may have given this one a new version.
    const sync = readQueue().find((candidate) => candidate.id === id);
    if (sync === undefined || !isOwn(sync) || sync.state === "rejected" || blockedEntities.has(sync.entity))
      continue;
    const outcome = sync.state === "conflict" ? "kept" : await sendOne(sync);
    if (outcome === "sent") sentCount += 1;
    if (outcome === "kept") blockedEntities.add(sync.entity);
  }
  announceSent(sentCount);
}

function isOwn({ userId, organizationId }: PendingSync): boolean {
  const owner = currentOwner();
  return userId === owner?.userId && organizationId === owner.organizationId;
}

/** Sends a change. Later changes of the entity must not follow one that is kept. */
async function sendOne(sync: PendingSync): Promise<"sent" | "kept" | "rejected"> {
  const action = syncActionOf(nameOf(sync));
  if (action === undefined) return "kept";
  try {
    const outcome = await attempt(sync, action);
    if (outcome.kind === "sent") removeSent(sync, outcome.version);
    else replace(sync.id, (item) => ({ ...item, state: "conflict", current: outcome.current }));
    return outcome.kind === "sent" ? "sent" : "kept";
  } catch (error) {
    const reason = rejectionOf(error);
    if (reason === null) {
      console.warn("A change made offline could not be sent yet", error);
      return "kept";
    }
    replace(sync.id, (item) => ({ ...item, state: "rejected", reason }));
    return "rejected";
  }
}

/**
 * Sends a change based on its version. If the entity has another version, compares the fields of the change. An equal
 * value counts as sent, the value that the user saw can be replaced, and any other value is a conflict.
 */
async function attempt(sync: PendingSync, action: SyncAction<unknown>): Promise<Outcome> {
  const { data, before } = sync;
  const { read } = action;
  let version = sync.version;
  for (let count = 0; count < maxAttempts; count += 1) {
    if (version !== null || read === undefined) {
      try {
        const newVersion = await action.send(data, {
          idempotencyKey: sync.id,
          ifMatch: version ?? undefined,
        });
        return { kind: "sent", version: count === 0 ? newVersion : null };
      } catch (error) {
        if (read === undefined || !isApiError(error, "PRECONDITION_FAILED")) throw error;
      }
    }
    const current = await read(data);
    if (isSameValue(current.value, data)) return { kind: "sent", version: null };
    if (before === null || !isSameValue(current.value, before)) return { kind: "conflict", current };
    version = current.version;
  }
  throw new Error("The entity changed during every attempt");
}

/** Removes a sent change. Later changes that were based on the same version are now based on its result. */
function removeSent(sent: PendingSync, version: number | null): void {
  const isBasedOnSame = (item: PendingSync) =>
    item.userId === sent.userId && item.entity === sent.entity && item.version === sent.version;
  changeQueue((queue) =>
    queue
      .filter(({ id }) => id !== sent.id)
      .map((item) => (version !== null && isBasedOnSame(item) ? { ...item, version } : item)),
  );
}

function replace(id: string, change: (item: PendingSync) => PendingSync): void {
  changeQueue((queue) => queue.map((item) => (item.id === id ? change(item) : item)));
}
