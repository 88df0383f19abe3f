import type { AuditAction } from "@praxisportal/contract/audit-actions";
import { domainEvents, type UnauditedEvent } from "@praxisportal/contract/events/domain-events";
import type { EventDeclaration, EventId } from "@praxisportal/contract/events/event";
import { type AuditDraft, type AuditParty, platformChainId } from "../audit/audit-record.ts";

/** Details of a change beyond its audit entry. */
export type EventDetails = {
  /** Person whose rights, sessions or notifications changed. By default the target, if it is a user. */
  personId?: string;
  /** Sessions that receive the live update. */
  sessionIds?: readonly string[];
  /** Declared ids other than that of the target. */
  ids?: Readonly<Partial<Record<EventId, string>>>;
  /** Short values for the live update. */
  data?: Readonly<Record<string, unknown>>;
};

/** Change with an audit entry, whose action is the name of the event. */
export type AuditedChange = AuditDraft & EventDetails;

/** Change without an audit entry. It has no sequence number. */
export type UnauditedChange = { event: UnauditedEvent; organizationId: string | null } & EventDetails;

/** Change as recorded by a service in its transaction. */
export type Change = AuditedChange | UnauditedChange;

/** Recorded change, which is delivered after the commit. */
export type DomainEvent = {
  /** Name of its declaration. */
  type: string;
  /** Null for an event of the platform or of a person. */
  organizationId: string | null;
  /** Position in the audit chain of its organization, or null without an audit entry. */
  seq: number | null;
  ids: Readonly<Partial<Record<EventId, string>>>;
} & Pick<EventDetails, "personId" | "sessionIds" | "data">;

export function isAudited(change: Change): change is AuditedChange {
  return "action" in change;
}

/** Returns the declaration of a change. A failed or denied attempt changed nothing, so it is not an event. */
export function declarationOf(change: Change): EventDeclaration | undefined {
  if (!isAudited(change)) return domainEvents[change.event];
  return (change.outcome ?? "success") === "success"
    ? domainEvents[change.action satisfies AuditAction]
    : undefined;
}

/** Returns whether an event of this declaration has effects after the commit. */
export function hasEffects({ isPublic, live, caches }: EventDeclaration): boolean {
  return isPublic || live !== null || caches.length > 0;
}

/** Returns the event of a change. Throws if a declared id is missing. */
export function toEvent(change: Change, declaration: EventDeclaration, seq: number | null): DomainEvent {
  const target = isAudited(change) ? change.target : undefined;
  const organizationId = change.organizationId === platformChainId ? null : change.organizationId;
  const personId = change.personId ?? (target?.type === "user" ? (target.id ?? undefined) : undefined);
  const known: DomainEvent["ids"] = {
    ...(organizationId === null ? {} : { organizationId }),
    ...(personId === undefined ? {} : { userId: personId }),
    ...targetIds(target),
    ...change.ids,
  };
  const ids = declaration.ids.map((id) => {
    if (known[id] === undefined) throw new Error(`${declaration.name} was recorded without ${id}`);
    return [id, known[id]] as const;
  });
  return {
    type: declaration.name,
    organizationId,
    seq,
    ids: Object.fromEntries(ids),
    ...(personId === undefined ? {} : { personId }),
    ...(change.sessionIds === undefined ? {} : { sessionIds: change.sessionIds }),
    ...(change.data === undefined ? {} : { data: change.data }),
  };
}

const idByType: Readonly<Partial<Record<AuditParty["type"], EventId>>> = {
  organization: "organizationId",
  department: "departmentId",
  site: "siteId",
  workstation: "workstationId",
  webhook: "webhookId",
  invoice: "invoiceId",
};

function targetIds(target: AuditParty | undefined): DomainEvent["ids"] {
  const id = target && idByType[target.type];
  return id === undefined || target?.id === null ? {} : { [id]: target?.id };
}
