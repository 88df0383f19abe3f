import { describe, expect, it } from "vitest";
import { aiMessagesFrom, type AiQuotaState } from "./ai-messages.ts";
import { aiGateFaults } from "./ai/gate.rules.ts";
import { aiScopes } from "./ai/scopes.rules.ts";
import de from "./errors.de.json" with { type: "json" };
import en from "./errors.en.json" with { type: "json" };
import fr from "./errors.fr.json" with { type: "json" };
import it_ from "./errors.it.json" with { type: "json" };
import { errorCodes, statusOf } from "./errors.ts";
import { languages } from "./languages.ts";
import type { Language } from "./languages.ts";
import { formatMessage, messagesFrom } from "./messages.ts";
import type { ErrorTexts } from "./messages.ts";
import { validationCodes } from "./validation.ts";

const catalogues: Record<Language, ErrorTexts> = { de, en, fr, it: it_ };
const messages = messagesFrom(catalogues);
const { aiParams } = aiMessagesFrom(catalogues);

function flat(texts: ErrorTexts): Map<string, string> {
  const entries = Object.entries(texts).flatMap(([section, group]) =>
    Object.entries(group as Record<string, string>).map(([key, text]): [string, string] => [
      `${section}.${key}`,
      text,
    ]),
  );
  return new Map(entries);
}

function placeholders(text: string | undefined): string[] {
  return [...(text ?? "").matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? "").toSorted();
}

describe("completeness", () => {
  const german = flat(de);

  it.each(["de", "en", "fr", "it"] as const)(
    "R1-35 has every error text with its placeholders in %s",
    (language) => {
      const texts = flat(catalogues[language]);
      expect([...texts.keys()].toSorted()).toEqual([...german.keys()].toSorted());
      expect(texts.size).toBeGreaterThan(100);
      for (const [key, text] of texts) {
        expect(text.trim(), `${language} ${key}`).not.toBe("");
        expect(placeholders(text), `${language} ${key}`).toEqual(placeholders(german.get(key)));
        // A single brace or a straight apostrophe has a special meaning to the message formatter of the web app.
        expect(text.replaceAll(/\{\w+\}/g, ""), `${language} ${key}`).not.toMatch(/[{}']/);
      }
    },
  );

  it.each(languages)("R5-40 has every validation message in %s", (language) => {
    expect(Object.keys(catalogues[language].validation).toSorted()).toEqual([...validationCodes].toSorted());
    const otherLanguages = languages.filter((other) => other !== language);
    const copied = validationCodes.filter((code) =>
      otherLanguages.some(
        (other) => catalogues[language].validation[code] === catalogues[other].validation[code],
      ),
    );
    expect(copied).toEqual([]);
  });

  it("has a text for every error code and for its status", () => {
    for (const language of languages) {
      expect(Object.keys(catalogues[language].errors).toSorted()).toEqual(errorCodes.toSorted());
      for (const code of errorCodes) {
        expect(messages.statusText(language, statusOf(code)), `${language} ${code}`).toMatch(/\S/);
      }
    }
  });
});

describe("texts of the specification", () => {
  it("R8-43 include 'Bad Gateway' for 502 in German", () => {
    expect(messages.statusText("de", statusOf("BAD_GATEWAY"))).toBe("Bad Gateway");
  });

  it("R8-45 include 'Gateway-Zeitüberschreitung' for 504 in German", () => {
    expect(messages.statusText("de", statusOf("GATEWAY_TIMEOUT"))).toBe("Gateway-Zeitüberschreitung");
  });

  it("include the other HTTP texts in German", () => {
    expect(de.statuses).toMatchObject({
      "400": "Ungültige Anfrage",
      "401": "Nicht autorisiert",
      "403": "Verboten",
      "404": "Nicht gefunden",
      "409": "Konflikt",
      "422": "Unverarbeitbare Entität",
      "429": "Zu viele Anfragen",
      "500": "Interner Serverfehler",
      "503": "Dienst nicht verfügbar",
    });
  });

  it.each([
    ["INVALID_CREDENTIALS", "Ungültige Anmeldedaten", "Invalid credentials"],
    ["ACCOUNT_LOCKED", "Konto gesperrt", "Account locked"],
    ["ACCOUNT_DISABLED", "Konto deaktiviert", "Account disabled"],
    ["ACCOUNT_NOT_VERIFIED", "Konto nicht verifiziert", "Account not verified"],
    ["TOO_MANY_ATTEMPTS", "Zu viele Versuche", "Too many attempts"],
    ["SESSION_EXPIRED", "Sitzung abgelaufen", "Session expired"],
  ] as const)("R8-55 R8-56 %s has the login text of the specification", (code, german, english) => {
    expect([messages.problemText("de", code), messages.problemText("en", code)]).toEqual([german, english]);
  });

  it("include 'No organization selected' in English", () => {
    expect(messages.problemText("en", "ORGANIZATION_REQUIRED")).toBe("No organization selected");
  });

  it("R5-39 include the message that the username cannot be changed after creation", () => {
    expect(messages.validationText("de", "usernameImmutable")).toMatch(
      /Benutzername.*nach dem Anlegen nicht/,
    );
    expect(messages.validationText("en", "usernameImmutable")).toBe(
      "The username cannot be changed after creation",
    );
    expect(messages.validationText("fr", "usernameImmutable")).toMatch(/nom d’utilisateur.*création/);
    expect(messages.validationText("it", "usernameImmutable")).toMatch(/nome utente.*creazione/);
  });

  it("distinguish gesperrt, blockiert, deaktiviert and ausgesetzt in every language", () => {
    const codes = [
      "ACCOUNT_LOCKED",
      "ACCOUNT_BLOCKED",
      "ACCOUNT_DISABLED",
      "ORGANIZATION_SUSPENDED",
    ] as const;
    const german = codes.map((code) => messages.problemText("de", code));
    ["gesperrt", "blockiert", "deaktiviert", "ausgesetzt"].forEach((word, wordIndex) => {
      german.forEach((text, index) => expect(text.includes(word)).toBe(index === wordIndex));
    });
    for (const language of languages) {
      expect(new Set(codes.map((code) => messages.problemText(language, code))).size).toBe(4);
    }
  });
});

describe("texts about AI", () => {
  it("see R7a-16 include a separate text for each missing item in each language", () => {
    for (const language of languages) {
      const texts = aiGateFaults.map((fault) => aiParams(language, { missing: [fault] })["missing"]);
      expect(new Set(texts).size).toBe(aiGateFaults.length);
    }
    const params = aiParams("de", { missing: ["c5Expired", "notApproved"] });
    expect(messages.problemText("de", "AI_PROVIDER_NOT_READY", params)).toBe(
      "Dieser KI-Anbieter kann noch nicht genutzt werden. Das C5-Testat ist abgelaufen. Ihre Praxis hat den Anbieter nicht freigegeben.",
    );
  });

  it("name the scope in which AI is stopped or the quota is exceeded", () => {
    const messageOf = (code: "AI_STOPPED" | "QUOTA_EXCEEDED", quota?: AiQuotaState) =>
      aiScopes.map((scope) =>
        messages.problemText("de", code, aiParams("de", { scope, ...(quota && { quota }) })),
      );
    expect(messageOf("AI_STOPPED")).toContain("Die KI ist für Ihre Praxis zurzeit angehalten");
    expect(messageOf("QUOTA_EXCEEDED", "usedUp")).toContain(
      "Das KI-Kontingent für Sie ist in diesem Monat aufgebraucht",
    );
    expect(messageOf("QUOTA_EXCEEDED", "notGranted")).toContain(
      "Das KI-Kontingent für Sie ist noch nicht freigegeben",
    );
  });
});

describe("formatMessage", () => {
  it("replaces every placeholder, including repeated ones", () => {
    expect(formatMessage("{min} bis {max}, {min}", { min: 1, max: "zwei" })).toBe("1 bis zwei, 1");
    expect(messages.problemText("de", "USER_LIMIT_REACHED", { current: 10, max: 10 })).toMatch(/10 von 10/);
  });

  it("keeps a placeholder without a value and inserts values literally", () => {
    expect(formatMessage("{a} {constructor}", { a: "{b} $& $1", b: "x" })).toBe("{b} $& $1 {constructor}");
  });
});
