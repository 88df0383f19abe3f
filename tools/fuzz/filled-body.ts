import { randomUUID } from "node:crypto";

/** A body with something for each of its placeholders that fits where it stands. For tests of the cases themselves. */
export function filledBody(body: unknown): unknown {
  const text = (typeof body === "string" ? body : JSON.stringify(body))
    .replaceAll("§fresh§", "probe")
    .replaceAll("§password§", "Sonnen-Garten-83")
    .replaceAll(/§(?:practice|otherPractice|self|colleague|pending|otherPerson)§/g, () => randomUUID())
    .replaceAll(/§(?:invitation|emailLink|refreshToken)§/g, "x".repeat(43));
  return JSON.parse(text);
}
