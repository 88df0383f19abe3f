import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { type CatalogueText, readCatalogueTexts } from "./catalogue-texts.ts";
import { checkLanguage } from "./check-language.ts";
import { glossaryFinding } from "./glossary.ts";
import { parseSource } from "./source-files.ts";

const using = parseSource(
  "apps/web/src/a.tsx",
  `export function A({ state }) {
    const t = useTranslations("users");
    const names = useTranslations("roles");
    const chosen = ["viewer"];
    return <p>{t("title")}{t(\`views.\${state}\`)}{t(state ? "yes" : "no")}{t.rich("rich")}{chosen.map((name) => names(name))}</p>;
  }`,
);

function text(key: string, phrase: string, overrides: Partial<CatalogueText> = {}): CatalogueText {
  return {
    path: "apps/web/src/users.de.json",
    catalogue: "users",
    language: "de",
    key,
    text: phrase,
    ...overrides,
  };
}

/** Findings for texts that are all in use. */
const findings = (...texts: CatalogueText[]) => checkLanguage(texts, [using]);

describe("the glossary", () => {
  it("R1-30 applies to every text of the portal", () => {
    const texts = readCatalogueTexts(fileURLToPath(new URL("../../..", import.meta.url)));
    expect(texts.length).toBeGreaterThan(1_000);
    const faults = texts.flatMap((catalogueText) => {
      const finding = glossaryFinding(catalogueText);
      return finding === undefined ? [] : [`${catalogueText.path} ${catalogueText.key}: ${finding}`];
    });
    expect(faults).toEqual([]);
  });

  it.each([
    ["de", "Die Abrechnung", "Abrechnung"],
    ["de", "Verbrauch & Kosten im Mai", "Verbrauch & Kosten"],
    ["de", "Ihre KI-Nutzung", "KI-Nutzung"],
    ["de", "Ein Token für die Anwendung", "Token"],
    ["de", "Alle Tenants", "Tenant"],
    ["de", "Alle Mitarbeiter", "Mitarbeiter"],
    ["de", "Ihre Email", "Email"],
    ["de", "Wähle dein Passwort", "dein"],
    ["de", "Sie haben das Passwort falsch geschrieben", "falsch"],
    ["de", "Alle Mandanten", "Mandant"],
    ["de", "Alle Standorte", "Standorte"],
    ["de", "Keine Mitteilungen", "Mitteilung"],
    ["de", "Ihr Ansprechpartner", "Ansprechpartner"],
    ["de", "Alle Administratoren", "Administratoren"],
    ["de", "Das Geheimnis wechseln", "Geheimnis"],
    ["de", "Endet von selbst", "von selbst"],
    ["en", "Your user name", "user name"],
    ["it", "Serve il permesso", "permesso"],
    ["it", "Promemoria di pagamento", "Promemoria di pagamento"],
    ["en", "Please log in", "log in"],
    ["en", "Your email", "email"],
    ["fr", "Choisis ton cabinet", "ton"],
    ["it", "Il tuo studio", "tuo"],
    ["de", "Der Text ist anonymisiert", "anonym"],
    ["en", "An anonymous text", "anonym"],
    ["fr", "Texte rendu anonyme", "anonym"],
    ["it", "Testo reso anonimo", "anonim"],
  ] as const)("see R1-30 rejects the term in %s: %s", (language, phrase, found) => {
    expect(findings(text("title", phrase, { language }))).toEqual([expect.stringContaining(found)]);
  });

  it.each([
    ["de", "Alle Mitarbeitenden der Praxis, Kosten & Rechnungen, E-Mail"],
    ["de", "Alle Administrator:innen der Betriebsstätten"],
    ["fr", "Trop de requêtes"],
    ["en", "Sign in with your e-mail address"],
  ] as const)("see R1-30 accepts the term in %s: %s", (language, phrase) => {
    expect(findings(text("title", phrase, { language }))).toEqual([]);
  });

  it.each(["en", "fr", "it"] as const)("rejects German quotation marks in %s", (language) => {
    const quoted = text("title", "„Nord“", { language });
    expect(findings(quoted)).toEqual([expect.stringContaining("not a quotation mark of this language")]);
  });

  it('see R1-30 accepts "Mandant" on the operator\'s own screens', () => {
    expect(
      findings(text("title", "Mandanten", { catalogue: "tenants", path: "apps/server/src/tenants.de.json" })),
    ).toEqual([]);
  });

  it('see R1-30 rejects "Organisation" for a practice, except as the title of the page about it', () => {
    expect(findings(text("yes", "Ihre Organisation"))).toEqual([expect.stringContaining("Organisation")]);
    expect(findings(text("title", "Organisation"))).toEqual([]);
  });

  it("see R1-30 uses four different terms for four states", () => {
    expect(findings(text("views.locked", "Blockiert"))).toHaveLength(1);
    expect(findings(text("views.locked", "Gesperrt"), text("views.blocked", "Blockiert"))).toEqual([]);
  });
});

describe("the form of a text", () => {
  it.each([
    "{count} Personen",
    "{count, plural, other {# Personen}}",
    'Das Feld "Name"',
    "Bitte warten...",
    "L'adresse",
    "Bitte  warten",
    "3 behalten · 1 beenden",
    "Der Eintrag wurde geändert. Bitte laden Sie ihn neu",
  ])("rejects %s", (phrase) => {
    expect(findings(text("title", phrase))).toHaveLength(1);
  });

  it.each([
    "{count, plural, one {# Person} other {# Personen}}",
    "{count}",
    "Das Feld „Name“",
    "Bitte warten …",
    "L’adresse",
    "{length} Min. Diktat",
    "Nicht mehr gewünscht? Schalten Sie ihn aus: {portal}/settings",
  ])("accepts %s", (phrase) => {
    expect(findings(text("title", phrase))).toEqual([]);
  });

  it("may have dots between details only in the documents of the server", () => {
    const path = "apps/server/src/evidence.de.json";
    expect(findings(text("title", "Quelle: {source} · Stand: {day}", { path }))).toEqual([]);
  });

  it("has no full stop after an error of one sentence, except in the reasons of a list", () => {
    const entry = { path: "packages/contract/src/errors.de.json", catalogue: "errors" };
    const ended = (key: string, phrase: string) =>
      findings(text(key, phrase, entry)).filter((finding) => finding.includes("full stop"));
    expect(ended("errors.CONFLICT", "Das passt nicht.")).toHaveLength(1);
    expect(ended("validation.pin", "Die PIN passt nicht")).toEqual([]);
    expect(ended("aiFaults.stopped", "Der Anbieter ist angehalten.")).toEqual([]);
    for (const key of ["error.numberNeeded", "form.bsnr", "dayMissing", "rates.invalid"])
      expect(ended(key, "Bitte geben Sie etwas ein.")).toHaveLength(1);
    expect(ended("error.seats", "{problem}. Bitte wählen Sie einen anderen Tarif.")).toEqual([]);
  });
});

describe("keys and sources", () => {
  it("are reported if unused, but not if used in any form", () => {
    const usedKeys = ["title", "views.active", "views.deep.inner", "yes", "no", "rich"].map((key) =>
      text(key, "Text"),
    );
    const role = text("viewer", "Nur lesen", { catalogue: "roles" });
    expect(findings(...usedKeys, role)).toEqual([]);
    expect(findings(text("gone", "Text"))).toEqual(["apps/web/src/users.de.json gone: not used anywhere"]);
    expect(findings(text("manager", "Leitung", { catalogue: "roles" }))).toHaveLength(1);
  });

  it.each([
    ["<p>Speichern</p>", "Speichern"],
    ['<button aria-label="Schließen" />', "Schließen"],
    ['<p>{"Speichern"}</p>', "Speichern"],
    ["<p>{day.toLocaleDateString()}</p>", "toLocaleDateString"],
  ])("reports text hard-coded in a source file: %s", (jsx, found) => {
    const source = parseSource("apps/web/src/b.tsx", `export const B = ({ day }) => ${jsx};`);
    expect(checkLanguage([text("title", "Text")], [using, source])).toEqual([expect.stringContaining(found)]);
  });

  it("may contain symbols, numbers and names that need no translation", () => {
    const source = parseSource(
      "apps/web/src/b.tsx",
      `export const B = () => <p id="name" className="flex">· 24 %</p>;`,
    );
    expect(checkLanguage([text("title", "Text")], [using, source])).toEqual([]);
  });

  it("see R1-35 must not be empty", () => {
    expect(checkLanguage([], [using])).toHaveLength(1);
    expect(checkLanguage([text("title", "Text")], [])).toHaveLength(1);
  });
});

describe("the sentences about rights", () => {
  it.each(["de", "en", "fr", "it"])(
    "are the same in the evidence folder and on the screens, in %s",
    (language) => {
      const read = (path: string) =>
        JSON.parse(
          readFileSync(new URL(`../../${path}.${language}.json`, import.meta.url), "utf8"),
        ) as Record<
          "rights" | "sentences",
          Readonly<Record<string, { none?: string; view: string; change: string }>>
        >;
      const { sentences } = read("web/src/features/users/rights");
      const expected = Object.entries(sentences).map(([area, { view, change }]) => [area, { view, change }]);
      expect(expected.length).toBeGreaterThan(10);
      expect(read("server/src/features/evidence/evidence").rights).toEqual(Object.fromEntries(expected));
    },
  );
});

describe("the German texts of pages and mails", () => {
  it('R0-52 never contain "KI-Nutzung" or "Verbrauch & Kosten"', () => {
    const cwd = fileURLToPath(new URL("../../..", import.meta.url));
    const exclude = (name: string) => name === "node_modules" || name === "dist";
    const files = globSync("{apps,packages}/**/*.de.json", { cwd, exclude });
    expect(files.length).toBeGreaterThan(50);
    const modules = globSync("{apps,packages}/*/src/**/*.{ts,tsx}", { cwd, exclude });
    expect(modules.length).toBeGreaterThan(500);
    // The pattern also matches a soft or another hyphen, another space or an escaped ampersand.
    const banned = /KI\u00ad?[-\u2010\u2011]\u00ad?Nutzung|Verbrauch\s(?:&|&amp;|\\u0026)\sKosten/;
    for (const spelling of [
      "KI-Nutzung",
      "KI\u2011Nutzung",
      "Verbrauch & Kosten",
      "Verbrauch\u00a0&amp; Kosten",
    ])
      expect(spelling).toMatch(banned);
    const pages = globSync("apps/web/{*.html,public/*.{js,webmanifest}}", { cwd });
    expect(pages).toContain("apps/web/index.html");
    const offending = [...files, ...modules, ...pages].filter((file) =>
      banned.test(readFileSync(`${cwd}${file}`, "utf8")),
    );
    expect(offending).toEqual([]);
  });
});
