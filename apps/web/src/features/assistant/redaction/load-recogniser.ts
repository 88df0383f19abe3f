import type { Finding } from "./kinds.ts";

/** Fetches the recogniser with its lists of words, apart from the page: it is needed with the first text only. */
export async function loadRecogniser(): Promise<(text: string) => Finding[]> {
  const { findSensitive } = await import("./find-sensitive.ts");
  return findSensitive;
}
