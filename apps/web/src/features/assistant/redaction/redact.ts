import { type Finding, type SensitiveKind, sensitiveKinds } from "@praxisportal/contract/ai/redaction/kinds";
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
 * keeps its number, even from earlier texts of the conversation (`earlier`). Placeholders that occur in the text are
 * not used.
 */
export function redact(
  text: string,
  findings: readonly Finding[],
  manualMarks: readonly ManualMark[] = [],
  earlier: Mapping = new Map(),
): Redacted {
  const marked = applyMarks(text, findings, manualMarks);
  const earlierMentions = [...earlier].flatMap(([placeholder, original]) => {
    const kind = kindOf(placeholder);
    return kind === undefined ? [] : [{ placeholder, original, kind }];
  });
  const keys = keysOf([
    ...earlierMentions.map(({ kind, original }) => ({ kind, written: original })),
    ...marked.map(({ kind, start, end }) => ({ kind, written: text.slice(start, end) })),
  ]);
  const placeholders = new Map(
    earlierMentions.map(({ placeholder }, index) => [keys[index] ?? "", placeholder]),
  );
  const counts = new Map<SensitiveKind, number>();
  const mapping = new Map(earlier);
  const replacements = marked.map((finding, index): Replacement => {
    const key = keys[earlierMentions.length + index] ?? "";
    let placeholder = placeholders.get(key);
    while (placeholder === undefined) {
      const count = (counts.get(finding.kind) ?? 0) + 1;
      counts.set(finding.kind, count);
      const candidate = `[${labels[finding.kind]} ${count}]`;
      if (!text.includes(candidate) && !earlier.has(candidate)) placeholder = candidate;
    }
    placeholders.set(key, placeholder);
    const written = text.slice(finding.start, finding.end);
    const knownText = mapping.get(placeholder);
    if (knownText === undefined || isPreferred(written, knownText)) mapping.set(placeholder, written);
    return { ...finding, placeholder };
  });
  return { text: replaceAll(text, replacements), mapping, replacements };
}

function kindOf(placeholder: string): SensitiveKind | undefined {
  return sensitiveKinds.find((kind) => placeholder.startsWith(`[${labels[kind]} `));
}

/** Returns keys that are equal for mentions with the same meaning. Kinds never share a key. */
function keysOf(mentions: readonly { kind: SensitiveKind; written: string }[]): string[] {
  const names = mentions.filter(({ kind }) => kind === "name").map(({ written }) => written);
  const persons = samePersons(names);
  let next = 0;
  return mentions.map(({ kind, written }) =>
    kind === "name" ? `name ${persons[next++] ?? 0}` : `${kind} ${valueKey(kind, written)}`,
  );
}

/**
 * Returns whether `written` is a better form than `known` for restoring a name: it has more words or is not a genitive.
 */
function isPreferred(written: string, known: string): boolean {
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
