import { readFileSync } from "node:fs";
import { join } from "node:path";
import { languages } from "@praxisportal/contract/languages";
import { describe, expect, it } from "vitest";
import de from "./mail.de.json" with { type: "json" };
import en from "./mail.en.json" with { type: "json" };
import fr from "./mail.fr.json" with { type: "json" };
import it_ from "./mail.it.json" with { type: "json" };
import { isMailTemplate, type MailTemplate, renderMail } from "./render-mail.ts";

const texts = { de, en, fr, it: it_ };
const templates = Object.keys(de).filter(isMailTemplate);
const values = {
  name: "Dr. Vera Muster",
  device: "Firefox 140, Windows",
  address: "203.0.113.7",
  time: new Date("2026-07-01T10:30:00Z"),
  portal: new URL("https://portal.example.org"),
  invoiceNumber: "RE-2026-000123",
};
/** Additional values of mails with a link. */
const linked = {
  ...values,
  organization: "Praxis am Musterplatz",
  inviter: "Ina Musterfrau",
  message: "Bis Montag!",
  newEmail: "neu@example.org",
  link: new URL("https://portal.example.org/invitation/abc"),
  until: new Date("2026-07-08T10:30:00Z"),
};
const hasLink = (template: MailTemplate) => JSON.stringify(de[template]).includes("{link}");

/** Returns a catalogue of the web app, whose words a mail repeats. */
function webTexts(path: string): unknown {
  return JSON.parse(readFileSync(join(import.meta.dirname, "../../../../web/src", path), "utf8"));
}

/** Returns the structure of texts: their keys, and the placeholders of each text. */
function shapeOf(value: unknown): unknown {
  if (typeof value === "string") return (value.match(/\{\w+\}/g) ?? []).toSorted();
  if (Array.isArray(value)) return value.map(shapeOf);
  return Object.fromEntries(Object.entries(value as object).map(([key, inner]) => [key, shapeOf(inner)]));
}

describe("mail texts", () => {
  it("have the same keys and placeholders in all four languages", () => {
    expect(templates.filter(hasLink)).toEqual([
      "passwordChanged",
      "invitation",
      "emailConfirm",
      "emailChangeNotice",
      "emailRemoved",
      "twoFactorOn",
      "twoFactorOff",
      "passkeyAdded",
      "passkeyRemoved",
      "ownDataExported",
      "backupCodesRenewed",
      "passwordReset",
      "recoveryCodeCreated",
      "dayCodeCreated",
    ]);
    expect(templates.filter((template) => !hasLink(template))).toEqual([
      "sessionsRevoked",
      "emailChanged",
      "backupCodeUsed",
      "ownRoleChanged",
      "newSignIn",
      "memberAdded",
      "memberRemoved",
      "memberLeft",
      "handedOver",
      "memberAccessEnds",
      "memberRoleChanged",
      "memberCredentialsChanged",
      "memberSecondFactorReset",
      "organizationSecurityChanged",
      "noticeGiven",
      "noticeWithdrawn",
      "contractEnded",
      "deletionCertificate",
      "reviewDue",
      "weeklyDigest",
      "trialEnds",
      "seatsNear",
      "seatsReached",
      "storageNear",
      "storageReached",
      "webhookFailing",
      "webhookDisabled",
      "organizationExported",
      "evidenceCreated",
      "cloudSyncChanged",
      "cloudSyncFailed",
      "mandateChanged",
      "emergencyCodeChanged",
      "emergencyCodeUsed",
      "emergencyCodeFailed",
      "paymentReminder1",
      "paymentReminder2",
      "paymentReminder3",
      "aiApprovalWithdrawn",
      "aiOrganizationNear",
      "aiOrganizationReached",
      "aiPersonNear",
      "aiPersonReached",
      "invoice",
      "creditNote",
    ]);
    for (const language of languages) expect(shapeOf(texts[language])).toEqual(shapeOf(de));
  });

  it.each(languages.flatMap((language) => templates.map((template) => [template, language] as const)))(
    "of %s in %s fill every placeholder and load no resources",
    (template, language) => {
      const { subject, text, html } = renderMail(template, language, hasLink(template) ? linked : values);
      expect(subject + text + html).not.toMatch(/\{\w+\}|undefined/);
      expect(text).toContain("Dr. Vera Muster,");
      expect(text).toContain("https://portal.example.org");
      expect(html).toContain(`<html lang="${language}">`);
      expect(html).not.toMatch(/<(img|link|script|style|iframe)|url\(|src=|@import/i);
      const only = hasLink(template)
        ? "https://portal.example.org/invitation/abc"
        : "https://portal.example.org";
      const pages = JSON.stringify(de[template]).match(/(?<=\{portal\})\/[a-z]+/g) ?? [];
      const own = [only, ...pages.map((path) => `https://portal.example.org${path}`)];
      expect(new Set(html.match(/https?:\/\/[^"<\s]+/g))).toEqual(new Set(own));
      for (const address of own) expect(html).toContain(`href="${address}"`);
    },
  );

  it("omit a paragraph whose values are missing", () => {
    const { message: _none, ...without } = linked;
    expect(renderMail("invitation", "de", linked).text).toContain("Persönliche Nachricht: Bis Montag!");
    expect(renderMail("invitation", "de", without).text).not.toContain("Persönliche Nachricht");
  });

  it("N58 name who made a change: an administrator of an organization, or the user's own account and device", () => {
    const text = (overrides: Partial<Parameters<typeof renderMail>[2]>) =>
      renderMail("passwordChanged", "de", { ...values, ...overrides }).text;
    const administrator = {
      by: "administrator",
      actor: "Ina Leitung",
      organization: "Praxis am Musterplatz",
    } as const;
    expect(text(administrator)).toContain("Ausgeführt von: Ina Leitung, Praxis „Praxis am Musterplatz“");
    expect(text({ by: "self" })).toContain("Ausgeführt von: Ihr eigenes Konto, Gerät: Firefox 140, Windows");
    expect(text({ by: "self", device: "" })).toContain("Ausgeführt von: Ihr eigenes Konto\n");
    expect(text({})).not.toContain("Ausgeführt von:");
    expect(text({ ...administrator, actor: "{organization}\r\nx" })).toContain(
      "Ausgeführt von: {organization} x, Praxis",
    );
  });

  it("show the time in the zone of the organizations and the language of the person", () => {
    const text = (language: "de" | "en") => renderMail("passwordChanged", language, values).text;
    expect(text("de")).toMatch(/am 1\. Juli 2026 um 12:30 MESZ geändert/);
    expect(text("en")).toMatch(/on 1 July 2026 at 12:30 .* ?/);
  });

  it("start with the sender's custom text, leave its placeholders unfilled, and format amount and date for the language", () => {
    const reminder = (language: "de" | "fr", text?: string) =>
      renderMail("paymentReminder1", language, {
        ...values,
        dueOn: "2026-06-03",
        amount: { cents: 123_405, currency: "EUR" },
        account: "Betreiber GmbH, IBAN DE02",
        ...(text !== undefined && { text }),
      }).text;
    expect(reminder("de")).toContain("noch nicht bezahlt");
    expect(reminder("de")).toMatch(/ am 3\. J\w+ 2026, .*: 1\.234,05\s€/);
    expect(reminder("fr")).toMatch(/ le 3 j\w+ 2026, .* : 1\s234,05\s€/);
    const own = reminder("de", "Liebe Praxis {invoiceNumber},\r\n\n  bitte zahlen.\u2028<b>Danke</b>");
    expect(own).toContain(
      "Muster,\n\nLiebe Praxis {invoiceNumber},\n\nbitte zahlen.\n\n<b>Danke</b>\n\nRechnung RE-2026",
    );
    expect(own).not.toContain("noch nicht bezahlt");
  });

  it.each(languages)(
    "use the page's own words for the place where the notice can be withdrawn (%s)",
    (language) => {
      const pages = join(import.meta.dirname, "../../../../web/src/app/pages/organization");
      const page = JSON.parse(readFileSync(join(pages, `organization.${language}.json`), "utf8")) as {
        title: string;
        tab: { settings: string };
        settingsExport: string;
      };
      const { text } = renderMail("noticeGiven", language, linked);
      expect(text.toLowerCase()).toContain(page.title.toLowerCase());
      expect(text).toContain(page.tab.settings);
      expect(text).toContain(page.settingsExport);
    },
  );

  it("use the same names for the levels of a reminder as the list of invoices", () => {
    const payments = webTexts("features/payments/payments.de.json") as { reminders: { level: string } };
    const { level } = payments.reminders;
    const names = [...level.matchAll(/(?:=\d|other) \{(?<name>[^}]+)\}/g)].map(
      ({ groups }) => groups?.["name"],
    );
    expect(names).toHaveLength(3);
    for (const [index, template] of (
      ["paymentReminder1", "paymentReminder2", "paymentReminder3"] as const
    ).entries())
      expect(renderMail(template, "de", linked).subject).toMatch(
        new RegExp(`^${String(names[index])} zur Rechnung`),
      );
  });

  it("exist only for known templates", () => {
    for (const name of ["frame", "toString", "__proto__", "", 7, undefined])
      expect(isMailTemplate(name)).toBe(false);
  });
});

describe("values", () => {
  const renderWithName = (name: string, template: MailTemplate = "passwordChanged") =>
    renderMail(template, "de", { ...values, name });

  it("are escaped in HTML and unchanged in text", () => {
    const { text, html } = renderWithName(`<img src=x onerror="alert('1')"> & Söhne`);
    expect(html).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt; &amp; Söhne");
    expect(html).not.toContain("<img");
    expect(text).toContain(`<img src=x onerror="alert('1')"> & Söhne`);
  });

  it("are not interpreted as placeholders or replacement patterns", () => {
    expect(renderWithName("{portal} $& $1").text).toContain("Guten Tag {portal} $& $1,");
  });

  it("cannot begin a new line or turn an address into a link", () => {
    const { text, html } = renderWithName("Vera\r\n\r\nIhr Konto: https://evil.example\u2028x");
    expect(text).toContain("Guten Tag Vera Ihr Konto: https://evil.example x,");
    expect(html).not.toContain('href="https://evil.example');
  });
});
