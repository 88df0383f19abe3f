import type { RefusedCall } from "../../../platform/api-client/refused-calls.ts";
import type { Section } from "./fact.ts";
import type { StoredValue } from "./stored-values.ts";

type Parts = {
  readonly head: readonly string[];
  readonly sections: readonly Section[];
  readonly refusedTitle: string;
  readonly refused: readonly RefusedCall[];
  readonly storedTitle: string;
  readonly stored: readonly StoredValue[];
};

/**
 * Returns the page as plain text for support. It is built from what the page shows, so it contains no
 * secrets.
 */
export function reportText({ head, sections, refusedTitle, refused, storedTitle, stored }: Parts): string {
  const blocks = [
    head,
    ...sections.map(({ title, facts }) => [title, ...facts.map(({ label, value }) => `${label}: ${value}`)]),
    [
      refusedTitle,
      ...refused.map(({ method, path, status, code, requestId, atMs }) =>
        [new Date(atMs).toISOString(), method, path, status, code, requestId ?? "-"].join(" "),
      ),
    ],
    [storedTitle, ...stored.map(({ key, area, mask, length }) => `${key} (${area}): ${mask} ${length}`)],
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
