import type { Finding } from "./kinds.ts";

/** Loads the recogniser and its word lists on demand: they are needed only with the first text. */
export async function loadRecogniser(): Promise<(text: string) => Finding[]> {
  const { findSensitive } = await import("./find-sensitive.ts");
  return findSensitive;
}
