import type { AuditAction } from "../audit-actions.ts";
import type { EventDeclaration } from "./event.ts";
import { invoiceEvents } from "./invoice-events.ts";
import { organizationEvents } from "./organization-events.ts";
import { platformEvents } from "./platform-events.ts";
import { sessionEvents } from "./session-events.ts";
import { staffEvents } from "./staff-events.ts";
import { unauditedEvents } from "./unaudited-events.ts";
import { userEvents } from "./user-events.ts";
import { webhookEvents } from "./webhook-events.ts";

/** Events of audited changes by the action of their audit entry. */
const auditedEvents = {
  ...sessionEvents,
  ...userEvents,
  ...staffEvents,
  ...organizationEvents,
  ...platformEvents,
  ...webhookEvents,
  ...invoiceEvents,
} as const satisfies Record<AuditAction, EventDeclaration>;

/** A change that is an event but has no audit entry. */
export type UnauditedEvent = keyof typeof unauditedEvents;

/**
 * Every domain event. The key is the value that a service records: an audit action, or the name of an unaudited event.
 */
export const domainEvents: Readonly<Record<AuditAction | UnauditedEvent, EventDeclaration>> = {
  ...auditedEvents,
  ...unauditedEvents,
};

const byName = new Map(Object.values(domainEvents).map((declaration) => [declaration.name, declaration]));

/** Returns the declaration of an event by its name, or undefined for an event of a newer version. */
export function findDeclaration(name: string): EventDeclaration | undefined {
  return byName.get(name);
}
