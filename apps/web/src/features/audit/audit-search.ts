import { type AuditAction, auditActions } from "@praxisportal/contract/audit-actions";
import type { AuditListQuery } from "@praxisportal/contract/audit/audit.schema";

/** Filters and position of the log, as stored in the URL. */
export type AuditSearch = {
  readonly [field in (typeof fields)[number]]?: string;
};

const fields = ["person", "action", "targetType", "outcome", "from", "to", "cursor"] as const;

export const outcomes = ["success", "denied", "failed"] as const;

/** Filterable target types. Listed here to keep the schema out of the bundle; a test compares the two. */
export const targetTypes = [
  "user",
  "token",
  "organization",
  "department",
  "site",
  "provider",
  "workstation",
  "session",
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

const tests: { readonly [field in keyof AuditSearch]-?: (value: string) => boolean } = {
  person: (value) => uuid.test(value),
  action: (value) => isAuditAction(value) || areas.some((area) => `${area}.*` === value),
  targetType: (value) => targetTypes.some((type) => type === value),
  outcome: (value) => outcomes.some((outcome) => outcome === value),
  from: (value) => day.test(value),
  to: (value) => day.test(value),
  cursor: (value) => /^(?:older|newer)-\d{1,18}$/.test(value),
};

/** Parses the URL's query. Values that the endpoint would reject are dropped. */
export function parseAuditSearch(raw: Readonly<Record<string, unknown>>): AuditSearch {
  const validParams = fields.flatMap((field) => {
    const value = raw[field];
    return typeof value === "string" && tests[field](value) ? [[field, value] as const] : [];
  });
  return Object.fromEntries(validParams);
}

/** Returns the filters without the cursor, as the export takes them. */
export function filtersOf({ cursor: _cursor, ...filters }: AuditSearch): Omit<AuditSearch, "cursor"> {
  return filters;
}

export function hasActiveFilters(search: AuditSearch): boolean {
  return Object.keys(filtersOf(search)).length > 0;
}

/** Returns the query parameters of the endpoint; values were validated when they were parsed. */
export function wireQuery(search: AuditSearch) {
  return search as Pick<AuditListQuery, keyof AuditSearch>;
}

/** A change of the search; undefined removes a field. A changed filter starts at the newest entry. */
export type AuditChange = { readonly [field in keyof AuditSearch]?: string | undefined };

export function changed(search: AuditSearch, change: AuditChange): AuditSearch {
  const { cursor: _cursor, ...filters } = search;
  return parseAuditSearch({ ...filters, ...change });
}
