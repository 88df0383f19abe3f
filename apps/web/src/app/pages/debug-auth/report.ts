import type { FailedRequest } from "../../../platform/api-client/failed-requests.ts";
import type { Section } from "./detail.ts";
import type { StoredValue } from "./stored-values.ts";

type DebugReport = {
  readonly header: readonly string[];
  readonly sections: readonly Section[];
  readonly failuresTitle: string;
  readonly failures: readonly FailedRequest[];
  readonly storedTitle: string;
  readonly stored: readonly StoredValue[];
};

/** Returns the page as plain text for support. It contains only data that the page shows, and therefore no secrets. */
export function reportText({
  header,
  sections,
  failuresTitle,
  failures,
  storedTitle,
  stored,
}: DebugReport): string {
  const blocks = [
    header,
    ...sections.map(({ title, details }) => [
      title,
      ...details.map(({ label, value }) => `${label}: ${value}`),
    ]),
    [
      failuresTitle,
      ...failures.map(({ method, path, status, code, requestId, atMs }) =>
        [new Date(atMs).toISOString(), method, path, status, code, requestId ?? "-"].join(" "),
      ),
    ],
    [storedTitle, ...stored.map(({ key, area, mask, length }) => `${key} (${area}): ${mask} ${length}`)],
  ];
  return `${blocks.map((lines) => lines.join("\n")).join("\n\n")}\n`;
}
