import type { Finding, SensitiveKind } from "./kinds.ts";

/** What a person marked by hand, or with "none" took out of the marks. Offsets as in a finding. */
export type ManualMark = { start: number; end: number; kind: SensitiveKind | "none" };

/**
 * The findings with what was done by hand, in the order in which it was done: the later wins. Of a finding that is
 * touched in part the rest stays marked, so that marking more never uncovers something. In the order of the text,
 * without overlaps.
 */
export function applyMarks(
  text: string,
  findings: readonly Finding[],
  manualMarks: readonly ManualMark[],
): Finding[] {
  let marked = findings.toSorted(byStart);
  for (const { start, end, kind } of manualMarks) {
    const range = { start: Math.max(0, start), end: Math.min(text.length, end) };
    if (range.start >= range.end) continue;
    const rest = marked
      .flatMap((finding) => without(finding, range))
      .filter((piece) => hasContent(text, piece));
    if (kind !== "none") rest.push({ ...range, kind });
    marked = rest.toSorted(byStart);
  }
  return marked;
}

const byStart = (one: Finding, other: Finding) => one.start - other.start;

function without(finding: Finding, range: { start: number; end: number }): Finding[] {
  if (range.end <= finding.start || range.start >= finding.end) return [finding];
  return [
    { ...finding, end: Math.min(finding.end, range.start) },
    { ...finding, start: Math.max(finding.start, range.end) },
  ].filter(({ start, end }) => start < end);
}

function hasContent(text: string, { start, end }: Finding): boolean {
  return /[\p{L}\p{N}]/u.test(text.slice(start, end));
}
