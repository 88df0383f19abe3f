import type { BodyInputOf } from "@praxisportal/contract/endpoint";
import type { updateOrganization } from "@praxisportal/contract/organizations/organizations.endpoints";
import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { fieldKinds, type FieldPath } from "./field-plan.ts";

export type Draft = Readonly<Partial<Record<FieldPath, string | boolean>>>;
export type OrganizationChanges = BodyInputOf<typeof updateOrganization>;

/** Returns the value at a path such as "settings.security.sessionHours", or undefined if a part is missing. */
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

/** Returns the form values of a draft, nested by the parts of their paths. */
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

/** Returns the draft that the form values contain. */
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
  const savedDraft = draftOf(organization, fields);
  return fields.filter((path) => plain(draft[path]) !== plain(savedDraft[path]));
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

/** Returns the request body. It contains only changed fields, so that concurrent changes are not reverted. */
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
 * Merges a concurrent change. Fields that were changed in the form keep their input, and all others take the current
 * value. `conflicts` are the fields that both sides changed to different values.
 */
export function mergeDraft(
  draft: Draft,
  savedDraft: Organization,
  current: Organization,
  fields: readonly FieldPath[],
): { draft: Draft; conflicts: readonly FieldPath[] } {
  const ownChanges = new Set(changedFields(draft, savedDraft, fields));
  const currentDraft = draftOf(current, fields);
  const otherChanges = new Set(changedFields(currentDraft, savedDraft, fields));
  return {
    draft: Object.fromEntries(
      fields.map((path) => [path, ownChanges.has(path) ? draft[path] : currentDraft[path]]),
    ),
    conflicts: fields.filter(
      (path) => ownChanges.has(path) && otherChanges.has(path) && draft[path] !== currentDraft[path],
    ),
  };
}
