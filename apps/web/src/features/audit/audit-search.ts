import { type AuditAction, auditActions } from "@praxisportal/contract/audit-actions";
import { isAuditTopic } from "@praxisportal/contract/audit/audit-search.rules";
import type { AuditListQuery } from "@praxisportal/contract/audit/audit.schema";
import { createListSearch, textMatching, oneOf } from "../../platform/list/list-search.ts";
import type { ListState } from "../../platform/list/use-list-search.ts";

export const outcomes = ["success", "denied", "failed"] as const;

/** Filterable target types. Listed here to keep the schema out of the bundle, and a test compares the two. */
export const targetTypes = [
  "user",
  "token",
  "organization",
  "department",
  "site",
  "provider",
  "workstation",
  "session",
  "webhook",
  "plan",
  "invoice",
  "template",
] as const;

/** Action areas in display order. */
export const areas: readonly string[] = [...new Set(auditActions.map(areaOf))];

/** Returns the part of an action before the dot. */
export function areaOf(action: string): string {
  return action.slice(0, action.indexOf("."));
}

export function isAuditAction(text: string): text is AuditAction {
  return auditActions.some((action) => action === text);
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const day = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

/** The URL state of a log. It accepts the same values as the call. */
export const auditSearch = createListSearch({
  filters: {
    person: textMatching(uuid),
    actor: textMatching(uuid),
    targetId: textMatching(uuid),
    action: (value) =>
      isAuditTopic(value) || isAuditAction(value) || areas.some((area) => `${area}.*` === value)
        ? value
        : undefined,
    targetType: oneOf(targetTypes),
    outcome: oneOf(outcomes),
    from: textMatching(day),
    to: textMatching(day),
  },
  cursor: /^(?:older|newer)-\d{1,18}$/,
});

/** Filters and position of the log. */
export type AuditSearch = ReturnType<typeof auditSearch.parse>["search"];
/** The state of the log, with parameters that only the call needs. */
export type AuditQuery = AuditSearch & {
  /** The actions whose texts contain the search, separated by commas. */
  readonly searchActions?: string;
};
export type AuditList = ListState & { readonly search: AuditSearch };

/** Returns the filters for the export, without the cursor. */
export function filtersOf({ cursor: _cursor, ...filters }: AuditQuery): AuditQuery {
  return filters;
}

/** Returns the query parameters of the endpoint. Values were validated when they were parsed. */
export function wireQuery(search: AuditQuery) {
  return search as Pick<
    AuditListQuery,
    | "search"
    | "searchActions"
    | "person"
    | "actor"
    | "targetId"
    | "action"
    | "targetType"
    | "outcome"
    | "from"
    | "to"
    | "cursor"
  >;
}
