import type { Finding, SensitiveKind } from "@praxisportal/contract/ai/redaction/kinds";

/** A manual mark. "none" removes marks. The offsets are those of a finding. */
export type ManualMark = { start: number; end: number; kind: SensitiveKind | "none" };

/**
 * Applies manual marks to the findings in the order they were made. Later marks take precedence. The remaining part of
 * a partly covered finding stays marked, so that marking more never uncovers anything. The result is in text order,
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
    const remaining = marked
      .flatMap((finding) => subtract(finding, range))
      .filter((piece) => hasContent(text, piece));
    if (kind !== "none") remaining.push({ ...range, kind });
    marked = remaining.toSorted(byStart);
  }
  return marked;
}

const byStart = (left: Finding, right: Finding) => left.start - right.start;

function subtract(finding: Finding, range: { start: number; end: number }): Finding[] {
  if (range.end <= finding.start || range.start >= finding.end) return [finding];
  return [
    { ...finding, end: Math.min(finding.end, range.start) },
    { ...finding, start: Math.max(finding.start, range.end) },
  ].filter(({ start, end }) => start < end);
}

function hasContent(text: string, { start, end }: Finding): boolean {
  return /[\p{L}\p{N}]/u.test(text.slice(start, end));
}
