import { type AuditAction, auditActions } from "@praxisportal/contract/audit-actions";
import type { AuditListQuery } from "@praxisportal/contract/audit/audit.schema";

/** What is looked for and where one stands in it, as the address holds it. */
export type AuditSearch = {
  readonly [field in (typeof fields)[number]]?: string;
};

const fields = ["person", "action", "targetType", "outcome", "from", "to", "cursor"] as const;

export const outcomes = ["success", "denied", "failed"] as const;

/** Kinds of things that one can look for; the schema stays out of the page, a test compares the two. */
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

/** The areas of the actions, in their order. */
export const areas: readonly string[] = [...new Set(auditActions.map(areaOf))];

/** The part of an action before its dot. */
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

/** Reads the query of an address; what the call would refuse is left out. */
export function parseAuditSearch(raw: Readonly<Record<string, unknown>>): AuditSearch {
  const good = fields.flatMap((field) => {
    const value = raw[field];
    return typeof value === "string" && tests[field](value) ? [[field, value] as const] : [];
  });
  return Object.fromEntries(good);
}

/** The filters alone, as a file takes them. */
export function filtersOf({ cursor: _cursor, ...filters }: AuditSearch): Omit<AuditSearch, "cursor"> {
  return filters;
}

export function isNarrowed(search: AuditSearch): boolean {
  return Object.keys(filtersOf(search)).length > 0;
}

/** The same as the call wants it; the values were tested when they were read. */
export function wireQuery(search: AuditSearch) {
  return search as Pick<AuditListQuery, keyof AuditSearch>;
}

/** What changes; undefined takes a field away. A change of what is looked for begins at the newest entry. */
export type AuditChange = { readonly [field in keyof AuditSearch]?: string | undefined };

/** The search after a change. */
export function changed(search: AuditSearch, change: AuditChange): AuditSearch {
  const { cursor: _cursor, ...filters } = search;
  return parseAuditSearch({ ...filters, ...change });
}
