import type { Language } from "@praxisportal/contract/languages";
import type { OrgToken } from "@praxisportal/contract/org-tokens/org-tokens.schema";

/** Columns of the file. Names stay English in every language, so that programs find them. */
const columns: Readonly<Record<string, (token: OrgToken) => string | null>> = {
  id: (token) => token.id,
  organizationId: (token) => token.organizationId,
  organization: (token) => token.organizationName,
  applicationId: (token) => token.applicationId,
  application: (token) => token.applicationInfo.name,
  applicationType: (token) => token.applicationInfo.type,
  userId: (token) => token.userId.id,
  user: (token) => token.userId.name,
  email: (token) => token.userId.email,
  scope: (token) => token.scope.join(" "),
  status: (token) => token.status,
  createdAt: (token) => token.createdAt,
  lastActivity: (token) => token.session.lastActivity,
  accessTokenExpiresAt: (token) => token.tokens.accessToken.expiresAt,
  refreshTokenExpiresAt: (token) => token.tokens.refreshToken.expiresAt,
  revokedAt: (token) => token.revokedAt,
  revokeReason: (token) => token.revokeReason,
};

/**
 * Tokens as lines of CSV with a byte order mark. Spreadsheets of German, French and Italian systems expect semicolons
 * between the values, English ones commas; which one it is follows the language of the request.
 */
export async function* csvOf(tokens: AsyncIterable<OrgToken>, language: Language): AsyncGenerator<string> {
  const separator = language === "en" ? "," : ";";
  const line = (values: readonly (string | null)[]) => `${values.map(csvValue).join(separator)}\r\n`;
  yield `\u{feff}${line(Object.keys(columns))}`;
  for await (const token of tokens) yield line(Object.values(columns).map((read) => read(token)));
}

/** Tokens as a JSON list, one to a line. */
export async function* jsonOf(tokens: AsyncIterable<OrgToken>): AsyncGenerator<string> {
  let before = "[\n";
  for await (const token of tokens) {
    yield before + JSON.stringify(token);
    before = ",\n";
  }
  yield before === "[\n" ? "[]\n" : "\n]\n";
}

/** A value in quotes where it needs them. What a spreadsheet would take for a formula is kept as text. */
function csvValue(value: string | null): string {
  if (value === null) return "";
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
