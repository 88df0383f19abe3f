/** Live events that open pages handle. */
export type LiveEventName =
  | "notification"
  | "usageUpdate"
  | "organizationUpdate"
  | "userUpdate"
  | "systemAlert"
  | "aiEvent"
  | "billingEvent"
  | "forceLogout"
  | "sessionExpiryWarning";

/**
 * Receivers of the live update of an event. `person` is limited to the event's organization if it has one. The last
 * kind is the members of the organization, or every signed-in user for an event of the platform.
 */
export type EventAudience =
  | "organization"
  | "person"
  | "sessions"
  | "platform"
  | "everyone"
  | "organizationOrEveryone";

/** Ids in an event. `provider` is the key of an AI provider. */
export type EventId =
  | "userId"
  | "organizationId"
  | "departmentId"
  | "siteId"
  | "workstationId"
  | "provider"
  | "webhookId"
  | "invoiceId";

/**
 * Data that an event invalidates in every process. `person`: cached rights and sessions of its person. `organization`:
 * cached rights and sessions of everyone. `ai`: providers, approvals, limits and switches. `aiCalls`: running AI calls
 * that the event stops.
 */
export type CachedData = "person" | "organization" | "ai" | "aiCalls";

/** Consequences of a kind of change. Each declaration contains every field. */
export type EventDeclaration = {
  /** Dotted name in the past tense, such as `member.added`. */
  name: string;
  ids: readonly EventId[];
  /** Whether receivers outside the portal may receive it. Public events have an audit entry. */
  isPublic: boolean;
  /**
   * Live update of the event. `data` is sent with the ids. With `closesSockets`, the sockets of all members of the
   * organization are closed afterwards, and pages that still have access reconnect.
   */
  live: {
    event: LiveEventName;
    to: EventAudience;
    data?: Readonly<Record<string, string>>;
    closesSockets?: true;
  } | null;
  caches: readonly CachedData[];
};

/** Declares an event and keeps its literal types. */
export function defineEvent<const Declaration extends EventDeclaration>(
  declaration: Declaration,
): Declaration {
  return declaration;
}

/**
 * The live update of a change to the security of a person. Every member of the organization receives it, and most of
 * them may not see other members' security details. The update therefore does not state what changed.
 */
export const securityUpdate = {
  event: "userUpdate",
  to: "organization",
  data: { type: "user.updated" },
} as const;
