import { randomUUID } from "node:crypto";

/** Replaces each placeholder in a body with a valid value, for tests of the case generators. */
export function filledBody(body: unknown): unknown {
  const text = (typeof body === "string" ? body : JSON.stringify(body))
    .replaceAll("§fresh§", "probe")
    .replaceAll("§password§", "Sonnen-Garten-83")
    .replaceAll(/§(?:organization|otherOrganization|self|colleague|pending|otherPerson)§/g, () =>
      randomUUID(),
    )
    .replaceAll(/§(?:invitation|emailLink|refreshToken)§/g, "x".repeat(43));
  return JSON.parse(text);
}
