import type { BillingProfile, ProfileChange } from "../billing.api.ts";

const fields = [
  "name",
  "contactName",
  "street",
  "houseNumber",
  "addition",
  "postalCode",
  "city",
  "country",
  "email",
  "vatId",
  "buyerReference",
] as const satisfies readonly (keyof ProfileChange)[];

/** The typed values of the fields. An empty value is stored as null. */
export type ProfileDraft = Record<(typeof fields)[number], string>;

type Stored = Pick<BillingProfile, keyof ProfileDraft>;

const mapFields = <Value>(value: (name: keyof ProfileDraft) => Value | undefined) =>
  Object.fromEntries(
    fields.flatMap((name) => {
      const ownValue = value(name);
      return ownValue === undefined ? [] : [[name, ownValue] as const];
    }),
  );

/** Returns the fields of a profile for its form. */
export function draftOf(profile: Stored): ProfileDraft {
  return mapFields((name) => profile[name] ?? "") as ProfileDraft;
}

/** Returns the fields that differ from the stored profile. */
export function changesOf(draft: ProfileDraft, base: Stored): ProfileChange {
  return mapFields((name) => {
    const typed = draft[name].trim();
    return typed === (base[name] ?? "") ? undefined : typed || null;
  });
}

/**
 * Returns the draft after another user has changed the profile. Typed values stay, and other fields take the new
 * values.
 */
export function mergeDraft(draft: ProfileDraft, base: Stored, current: Stored): ProfileDraft {
  const typed = changesOf(draft, base);
  return mapFields((name) => (name in typed ? draft[name] : (current[name] ?? ""))) as ProfileDraft;
}
