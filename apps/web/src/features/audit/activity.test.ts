import { readFileSync } from "node:fs";
import { auditActions } from "@praxisportal/contract/audit-actions";
import { languages } from "@praxisportal/contract/languages";
import { createTranslator, type IntlError } from "use-intl";
import { describe, expect, it } from "vitest";
import { flattenCatalogue } from "../../platform/i18n/compare-catalogues.ts";
import type { MessageTree } from "../../platform/i18n/merge-fallback.ts";

function readCatalogue(language: string): MessageTree {
  const file = new URL(`./activity.${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as MessageTree;
}

/** Returns the sentence as the page renders it, without tags. */
function sentence(language: string, action: string, outcome: string): { text: string; errors: string[] } {
  const errors: IntlError[] = [];
  const t = createTranslator({
    locale: language,
    messages: readCatalogue(language) as never,
    onError: (error) => errors.push(error),
  }) as unknown as (key: string, values: Record<string, unknown>) => string;
  const rich = t as unknown as {
    markup: (key: string, values: Record<string, unknown>) => string;
  };
  const text = rich.markup(`actions.${action}`, {
    outcome,
    actor: "Ina Musterfrau",
    target: "Per Muster-Lindqvist",
    toTarget: "Per Muster-Lindqvist",
    who: (name: string) => name,
    whom: (name: string) => name,
  });
  return { text, errors: errors.map((error) => error.message) };
}

/** Actions of a user that are recorded only after they have succeeded. */
const neverDenied: readonly string[] = [
  "user.backup_code_used",
  "user.backup_codes_renewed",
  "user.day_code_used",
  "user.digest_ended",
  "user.email_change_withdrawn",
  "user.email_changed",
  "user.exported",
  "user.own_data_exported",
  "user.passkey_removed",
  "user.passkey_renamed",
  "user.pin_removed",
  "user.pin_set",
  "user.site_changed",
  "user.transfer_undone",
  "user.transferred",
];

describe.each(languages)("texts of the recent activity in %s", (language) => {
  it("see R1-35 has a sentence for every audited action and for no other action", () => {
    const keys = [...flattenCatalogue(readCatalogue(language)).keys()]
      .filter((key) => key.startsWith("actions."))
      .map((key) => key.slice("actions.".length));
    expect(keys.toSorted()).toEqual(auditActions.toSorted());
  });

  it.each(auditActions)("see R1-35 describes %s with the names of the people for every outcome", (action) => {
    for (const outcome of ["success", "denied", "failed"]) {
      const { text, errors } = sentence(language, action, outcome);
      expect(errors).toEqual([]);
      expect(text).toMatch(/^\p{Lu}.{10,}/u);
      expect(text).not.toMatch(/[{}<>]/);
    }
  });

  it("see R1-35 does not describe a denied action as done", () => {
    const withoutDenial = auditActions
      .filter((auditAction) => auditAction.startsWith("user.") || auditAction === "auth.login")
      .filter(
        (candidate) =>
          sentence(language, candidate, "denied").text === sentence(language, candidate, "success").text,
      );
    expect(withoutDenial.toSorted()).toEqual(neverDenied);
  });
});
