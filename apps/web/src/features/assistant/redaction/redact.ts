import type { Finding, SensitiveKind } from "@praxisportal/contract/ai/redaction/kinds";
import { applyMarks, type ManualMark } from "./marks.ts";
import { samePersons } from "./same-person.ts";
import { valueKey } from "./same-value.ts";

/** Placeholders ("[Name 1]") and the words they replace. Kept in memory only. */
export type Mapping = ReadonlyMap<string, string>;

/** A marked range with its placeholder. */
export type Replacement = Finding & { placeholder: string };

/** The text to send, the mapping back, and the ranges of the original text for display. */
export type Redacted = { text: string; mapping: Mapping; replacements: readonly Replacement[] };

/** Labels of the placeholders: German, like the text. */
const labels: Readonly<Record<SensitiveKind, string>> = {
  name: "Name",
  birthDate: "Geburtsdatum",
  insurance: "Versichertennummer",
  address: "Adresse",
  phone: "Telefon",
  email: "E-Mail",
  iban: "IBAN",
};

/**
 * Replaces findings and manual marks with numbered placeholders per kind. The same person, number or date
 * keeps its number. Placeholders that occur in the text are not used.
 */
export function redact(
  text: string,
  findings: readonly Finding[],
  manualMarks: readonly ManualMark[] = [],
): Redacted {
  const marked = applyMarks(text, findings, manualMarks);
  const keys = keysOf(text, marked);
  const placeholders = new Map<string, string>();
  const counts = new Map<SensitiveKind, number>();
  const mapping = new Map<string, string>();
  const replacements = marked.map((finding, index): Replacement => {
    const key = keys[index] ?? "";
    let placeholder = placeholders.get(key);
    while (placeholder === undefined) {
      const count = (counts.get(finding.kind) ?? 0) + 1;
      counts.set(finding.kind, count);
      const candidate = `[${labels[finding.kind]} ${count}]`;
      if (!text.includes(candidate)) placeholder = candidate;
    }
    placeholders.set(key, placeholder);
    const written = text.slice(finding.start, finding.end);
    const known = mapping.get(placeholder);
    if (known === undefined || isFuller(written, known)) mapping.set(placeholder, written);
    return { ...finding, placeholder };
  });
  return { text: replaceAll(text, replacements), mapping, replacements };
}

/** Returns keys that are equal for ranges with the same meaning; kinds never share a key. */
function keysOf(text: string, marked: readonly Finding[]): string[] {
  const written = ({ start, end }: Finding) => text.slice(start, end);
  const persons = samePersons(marked.filter(({ kind }) => kind === "name").map(written));
  let next = 0;
  return marked.map((finding) =>
    finding.kind === "name"
      ? `name ${persons[next++] ?? 0}`
      : `${finding.kind} ${valueKey(finding.kind, written(finding))}`,
  );
}

/**
 * Returns which of two forms of a name is restored: the one with more words, then the one without genitive.
 */
function isFuller(written: string, known: string): boolean {
  const [more, fewer] = [written.split(/\s+/).length, known.split(/\s+/).length];
  return more > fewer || (more === fewer && known.startsWith(written));
}

function replaceAll(text: string, replacements: readonly Replacement[]): string {
  let [redacted, position] = ["", 0];
  for (const { start, end, placeholder } of replacements) {
    redacted += text.slice(position, start) + placeholder;
    position = end;
  }
  return redacted + text.slice(position);
}
