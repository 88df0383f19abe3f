import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type { updateOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { fieldKinds, type FieldPath } from "./field-plan.ts";

export type Draft = Readonly<Partial<Record<FieldPath, string | boolean>>>;
export type OrganizationChanges = BodyInputOf<typeof updateOrganization>;

/** Returns the value at a path such as "settings.security.sessionHours"; undefined if a part is missing. */
export function valueAt(entity: unknown, path: string): unknown {
  let value = entity;
  for (const key of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value;
}

function formValue(path: FieldPath, value: unknown): string | boolean {
  if (fieldKinds[path] === "switch") return value === true;
  if (fieldKinds[path] === "moment") return typeof value === "string";
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}

/** Returns the form values of an organization. */
export function draftOf(organization: Organization, fields: readonly FieldPath[]): Draft {
  return Object.fromEntries(fields.map((path) => [path, formValue(path, valueAt(organization, path))]));
}

/** Returns the values of the form: nested by the parts of their paths. */
export function valuesOf(draft: Draft): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(draft)) {
    const keys = path.split(".");
    const last = keys.pop() ?? path;
    let parent = values;
    for (const key of keys) parent = (parent[key] ??= {}) as Record<string, unknown>;
    parent[last] = value;
  }
  return values;
}

/** Returns the draft from the values of the form. */
export function draftIn(values: Record<string, unknown>, fields: readonly FieldPath[]): Draft {
  return Object.fromEntries(fields.map((path) => [path, valueAt(values, path) as string | boolean]));
}

/** Returns the changed fields. Surrounding whitespace is ignored. */
export function changedFields(
  draft: Draft,
  organization: Organization,
  fields: readonly FieldPath[],
): readonly FieldPath[] {
  const plain = (value: string | boolean | undefined) => (typeof value === "string" ? value.trim() : value);
  const before = draftOf(organization, fields);
  return fields.filter((path) => plain(draft[path]) !== plain(before[path]));
}

/** Converts a field to its wire format. Text that is not a number is kept, so that the validation rejects it. */
function wireValue(path: FieldPath, value: string | boolean | undefined): unknown {
  const kind = fieldKinds[path];
  if (kind === "switch") return value === true;
  if (kind === "moment") return value === true ? new Date().toISOString() : null;
  const text = String(value ?? "").trim();
  if (kind === "number") return /^\d+$/.test(text) ? Number(text) : text;
  return text === "" && path !== "name" ? null : text;
}

const contactKeys = ["name", "email", "phone"] as const;

/** Returns the request body: only changed fields, so that concurrent changes are not reverted. */
export function changesOf(
  draft: Draft,
  organization: Organization,
  fields: readonly FieldPath[],
): OrganizationChanges {
  const body: Record<string, unknown> = {};
  const settings: Record<string, Record<string, unknown>> = {};
  for (const path of changedFields(draft, organization, fields)) {
    const [first = "", second = "", third] = path.split(".");
    if (third !== undefined) {
      settings[second] = { ...settings[second], [third]: wireValue(path, draft[path]) };
    } else if (second === "") body[first] = wireValue(path, draft[path]);
    else {
      // A contact is a single value, so its unchanged parts are sent as well.
      const parts = contactKeys.map((key) => {
        const part = `${first}.${key}` as FieldPath;
        return [key, wireValue(part, draft[part])] as const;
      });
      body[first] = parts.every(([, value]) => value === null) ? null : Object.fromEntries(parts);
    }
  }
  return { ...body, ...(Object.keys(settings).length === 0 ? {} : { settings }) };
}

/**
 * Merges a concurrent change: fields changed in the form keep their input, all others take the current value.
 * `both` are the fields that both sides changed to different values.
 */
export function mergeDraft(
  draft: Draft,
  before: Organization,
  current: Organization,
  fields: readonly FieldPath[],
): { draft: Draft; both: readonly FieldPath[] } {
  const ownChanges = new Set(changedFields(draft, before, fields));
  const currentDraft = draftOf(current, fields);
  const otherChanges = new Set(changedFields(currentDraft, before, fields));
  return {
    draft: Object.fromEntries(
      fields.map((path) => [path, ownChanges.has(path) ? draft[path] : currentDraft[path]]),
    ),
    both: fields.filter(
      (path) => ownChanges.has(path) && otherChanges.has(path) && draft[path] !== currentDraft[path],
    ),
  };
}
