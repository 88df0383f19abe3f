import type { Finding, SensitiveKind } from "./kinds.ts";
import { applyMarks, type ManualMark } from "./marks.ts";
import { samePersons } from "./same-person.ts";
import { valueKey } from "./same-value.ts";

/** What stands for what: "[Name 1]" and the words it replaced. Only ever held in memory. */
export type Mapping = ReadonlyMap<string, string>;

/** A marked place with what is sent instead. */
export type Replacement = Finding & { placeholder: string };

/** The text as it is sent, the way back, and the places of the original text for the page to show. */
export type Redacted = { text: string; mapping: Mapping; replacements: readonly Replacement[] };

/** How a place is called in the text that is sent: German, as the text is. */
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
 * Replaces what was found or marked by hand with numbered placeholders per kind; the same person, number or date keeps
 * its number. A placeholder that the text already holds is not given out again.
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

/** Equal for places that mean the same; kinds never share a key. */
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

/** Of two ways to name the same, the one with more words goes back into an answer; then the one without genitive. */
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
