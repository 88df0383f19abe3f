import type { Finding } from "@praxisportal/contract/ai/redaction/kinds";

/** Loads the recogniser and its word lists on demand: they are needed only with the first text. */
export async function loadRecogniser(): Promise<(text: string) => Finding[]> {
  const { findSensitive } = await import("@praxisportal/contract/ai/redaction/find-sensitive");
  return findSensitive;
}
