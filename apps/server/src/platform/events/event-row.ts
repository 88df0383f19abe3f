import { uuidV7 } from "@praxisportal/contract/identifiers";
import type { ChainPositions } from "../audit/audit-record.ts";
import { type Change, declarationOf, type DomainEvent, hasEffects, isAudited, toEvent } from "./change.ts";

/** Outbox topic of domain events. */
export const eventsTopic = "events";

/** Events of one transaction, as stored in its outbox row. */
export type EventRow = { id: string; events: readonly DomainEvent[] };

/** Returns the outbox row of a transaction, or undefined if its changes have no effects. */
export function eventRowOf(changes: readonly Change[], positions: ChainPositions): EventRow | undefined {
  const events = changes.flatMap((change) => {
    const declaration = declarationOf(change);
    if (declaration === undefined || !hasEffects(declaration)) return [];
    return [toEvent(change, declaration, isAudited(change) ? (positions.get(change) ?? null) : null)];
  });
  return events.length === 0 ? undefined : { id: uuidV7(), events };
}
