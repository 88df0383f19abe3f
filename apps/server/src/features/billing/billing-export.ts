import type { ExportedCall } from "@praxisportal/contract/billing/billing.schema";
import type { Language } from "@praxisportal/contract/languages";
import type { FileColumns } from "../../platform/http/list-files.ts";
import de from "./billing-export.de.json" with { type: "json" };
import en from "./billing-export.en.json" with { type: "json" };
import fr from "./billing-export.fr.json" with { type: "json" };
import it from "./billing-export.it.json" with { type: "json" };

const texts: Readonly<Record<Language, typeof de>> = { de, en, fr, it };

const microDigits = 6;

/**
 * Returns millionths as an exact decimal number for a spreadsheet: no thousands separators, a decimal comma in German,
 * French and Italian.
 */
function decimalOf(micros: number | null, language: Language): string | null {
  if (micros === null) return null;
  const digits = String(micros).padStart(microDigits + 1, "0");
  const point = language === "en" ? "." : ",";
  return `${digits.slice(0, -microDigits)}${point}${digits.slice(-microDigits)}`;
}

/** Returns the columns of the export in a language, with times in the organization's time zone. */
export function callColumns(language: Language, timeZone: string): FileColumns<ExportedCall> {
  const { columns, kinds, outcomes, answers } = texts[language];
  // The Swedish format is "2026-11-21 08:30:05".
  const time = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  return [
    [columns.day, (call) => call.day],
    [columns.time, (call) => time.format(new Date(call.time))],
    [columns.name, (call) => call.name],
    [columns.provider, (call) => call.provider],
    [columns.model, (call) => call.model],
    [columns.kind, (call) => kinds[call.kind]],
    [columns.outcome, (call) => outcomes[call.outcome]],
    [columns.inputTokens, (call) => String(call.inputTokens)],
    [columns.cachedTokens, (call) => String(call.cachedTokens)],
    [columns.outputTokens, (call) => String(call.outputTokens)],
    [columns.reasoningTokens, (call) => String(call.reasoningTokens)],
    [columns.audioSeconds, (call) => String(call.audioSeconds)],
    [columns.cost, (call) => decimalOf(call.costMicros, language)],
    [columns.currency, (call) => call.currency],
    [columns.estimated, (call) => (call.estimated ? answers.yes : answers.no)],
    [columns.durationMs, (call) => String(call.durationMs)],
    [columns.userId, (call) => call.userId],
    [columns.tokenId, (call) => call.tokenId],
    [columns.id, (call) => call.id],
    [columns.site, (call) => call.site],
  ];
}
