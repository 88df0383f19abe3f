import type { Finding, SensitiveKind } from "@praxisportal/contract/ai/redaction/kinds";
import type { GoldenText } from "./parse-golden.ts";

/** Numbers of expected, found, marked and correctly marked ranges. */
export type Metrics = { expected: number; found: number; marked: number; right: number };

/** A missed range, or a wrong mark. */
export type Mistake = { title: string; kind: SensitiveKind; what: "missed" | "wrong"; text: string };

const letterOrDigit = /[\p{L}\p{N}]/u;

/** Returns whether findings of the same kind cover all letters and digits of a range. */
function isCovered(text: string, place: Finding, by: readonly Finding[]): boolean {
  const same = by.filter(({ kind }) => kind === place.kind);
  for (let index = place.start; index < place.end; index += 1)
    if (
      letterOrDigit.test(text.charAt(index)) &&
      !same.some(({ start, end }) => start <= index && index < end)
    )
      return false;
  return true;
}

/**
 * Compares findings with the expected ranges. An expected range counts as found if all of it is marked with its kind. A
 * mark counts as right if all of it was expected with that kind.
 */
export function measure(
  texts: readonly GoldenText[],
  find: (text: string) => readonly Finding[],
): { metrics: Map<SensitiveKind, Metrics>; mistakes: Mistake[] } {
  const metrics = new Map<SensitiveKind, Metrics>();
  const mistakes: Mistake[] = [];
  const metricsOf = (kind: SensitiveKind) => {
    const existing = metrics.get(kind) ?? { expected: 0, found: 0, marked: 0, right: 0 };
    metrics.set(kind, existing);
    return existing;
  };
  for (const { title, text, expected } of texts) {
    const findings = find(text);
    const addMistake = (what: Mistake["what"], place: Finding) =>
      mistakes.push({ title, kind: place.kind, what, text: text.slice(place.start, place.end) });
    for (const place of expected) {
      metricsOf(place.kind).expected += 1;
      if (isCovered(text, place, findings)) metricsOf(place.kind).found += 1;
      else addMistake("missed", place);
    }
    for (const place of findings) {
      metricsOf(place.kind).marked += 1;
      if (isCovered(text, place, expected)) metricsOf(place.kind).right += 1;
      else addMistake("wrong", place);
    }
  }
  return { metrics, mistakes };
}

/** Returns the counts of directory names, other names and name marks, with the mistakes as text. */
export function countNames(texts: readonly GoldenText[], find: (text: string) => readonly Finding[]) {
  const counts = {
    known: { expected: 0, found: 0 },
    other: { expected: 0, found: 0 },
    marked: { total: 0, right: 0 },
    mistakes: [] as string[],
  };
  for (const { text, expected } of texts) {
    const marked = find(text).filter(({ kind }) => kind === "name");
    const addMistake = (what: string, { start, end }: Finding) =>
      counts.mistakes.push(
        `${what} "${text.slice(start, end)}" in: ${text.slice(Math.max(0, start - 40), end + 40)}`,
      );
    for (const place of expected.filter(({ kind }) => kind === "name")) {
      const count = place.isKnown ? counts.known : counts.other;
      count.expected += 1;
      if (isCovered(text, place, marked)) count.found += 1;
      else addMistake("missed", place);
    }
    for (const place of marked) {
      counts.marked.total += 1;
      if (isCovered(text, place, expected)) counts.marked.right += 1;
      else addMistake("wrong", place);
    }
  }
  return counts;
}
