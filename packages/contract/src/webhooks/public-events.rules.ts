import { domainEvents } from "../events/domain-events.ts";
import type { EventDeclaration } from "../events/event.ts";

/** The declarations of all events that webhooks may receive, by name. */
const publicEvents: ReadonlyMap<string, EventDeclaration> = new Map(
  Object.values(domainEvents)
    .filter(({ isPublic }) => isPublic)
    .map((declaration) => [declaration.name, declaration] as const)
    .toSorted(([left], [right]) => (left < right ? -1 : 1)),
);

/** The names of all public events, in alphabetical order. */
export const publicEventTypes: readonly string[] = [...publicEvents.keys()];

/** Returns the declaration of a public event; undefined for any other name. */
export function findPublicEvent(type: string): EventDeclaration | undefined {
  return publicEvents.get(type);
}
