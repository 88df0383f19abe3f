import type { Language } from "@praxisportal/contract/languages";
import type { CatalogueText } from "./catalogue-texts.ts";

/** Word that texts must not contain, and its replacement. */
type ForbiddenTerm = {
  language: Language;
  word: RegExp;
  replacement: string;
  /** Exceptions, which are names of catalogues, texts that the specification prescribes, or a pattern of keys. */
  allowed?: { catalogues?: readonly string[]; texts?: readonly string[]; keys?: RegExp };
};

/** Forbidden words. Each concept has one word per language, and terms for people are gender-neutral. */
const forbiddenWords: readonly ForbiddenTerm[] = [
  { language: "de", word: /(?<!\p{L})Abrechnung(?!sl[aä]uf)/u, replacement: "Kosten & Rechnungen" },
  { language: "de", word: /KI-Nutzung/u, replacement: "KI-Verbrauch" },
  { language: "de", word: /Verbrauch & Kosten/u, replacement: "Kosten & Rechnungen, Verbrauch" },
  {
    language: "de",
    word: /(?<!\p{L})Tokens?(?!\p{L})/u,
    replacement: "Zugriffsschlüssel, or KI-Verbrauch for what the AI used",
  },
  { language: "de", word: /(?<!\p{L})Mitarbeiter(?:n|s|in|innen)?(?!\p{L})/u, replacement: "Mitarbeitende" },
  {
    language: "de",
    word: /(?<!\p{L})Log(?:in|out)\b|(?<!\p{L})(?:ein|aus)(?:ge)?logg/iu,
    replacement: "Anmelden, Abmelden",
  },
  { language: "de", word: /(?<!\p{L})Account/iu, replacement: "Konto" },
  { language: "de", word: /(?<!\p{L})Users?(?!\p{L})/iu, replacement: "Person, Mitarbeitende" },
  { language: "de", word: /(?<!\p{L})Sessions?(?!\p{L})/iu, replacement: "Sitzung" },
  { language: "de", word: /(?<!\p{L})Dashboard/iu, replacement: "Übersicht" },
  { language: "de", word: /(?<!\p{L})Audit/iu, replacement: "Protokoll" },
  { language: "de", word: /(?<!\p{L})Quota/iu, replacement: "Kontingent" },
  {
    language: "de",
    word: /Budget|(?<!\p{L})(?:Kosten|Ober)?Grenzen?(?!\p{L}| Sie)/iu,
    replacement: "Kontingent, or Limit for a value of the plan",
    // Words that users may type into the search.
    allowed: { catalogues: ["tasks"] },
  },
  {
    language: "de",
    word: /(?<!\p{L})Standorte?n?(?!\p{L})/u,
    replacement: "Betriebsstätte",
    // Words that users may type into the search.
    allowed: { catalogues: ["tasks"] },
  },
  { language: "de", word: /(?<!\p{L})Mitteilung/u, replacement: "Benachrichtigung" },
  { language: "de", word: /(?<!\p{L})Ansprechpartner/u, replacement: "Ansprechperson" },
  {
    language: "de",
    word: /(?<!\p{L})Administrator(?:en|innen)(?!\p{L})/u,
    replacement: "Administrator:innen, Praxis-Administration",
  },
  { language: "de", word: /(?<!\p{L})Geheimnis(?!se)/u, replacement: "Schlüssel" },
  { language: "de", word: /(?<!\p{L})von selbst(?!\p{L})/u, replacement: "automatisch" },
  { language: "de", word: /(?<!\p{L})(?:Email|E-mail|EMail|eMail|email)/u, replacement: "E-Mail" },
  {
    language: "de",
    word: /(?<!\p{L})Mandant|(?<!\p{L})Tenant/u,
    replacement: "Praxis",
    allowed: { catalogues: ["tenants"], keys: /^platform\b/ },
  },
  {
    language: "de",
    word: /(?<!\p{L})Organisation(?:en)?(?!\p{L})/u,
    replacement: "Praxis",
    // The page about the organization itself has this title.
    allowed: { catalogues: ["frame", "shell"], keys: /(^|\.)title$/ },
  },
  { language: "de", word: /(?<!\p{L})(?:du|dich|dir|dein(?:e[mnrs]?)?)(?!\p{L})/iu, replacement: "Sie" },
  { language: "de", word: /(?<!\p{L})(?:User|Benutzer)-?ID(?!\p{L})/iu, replacement: "Benutzername" },
  {
    language: "de",
    word: /Sie haben [^.]*\b(?:falsch|vergessen)(?!\p{L})/u,
    replacement: "what to do next, without blame",
  },
  // Redaction is rule-based and cannot guarantee anonymity.
  { language: "de", word: /anonym/iu, replacement: "markiert, ersetzt" },
  { language: "en", word: /anonym/iu, replacement: "marked, replaced" },
  { language: "fr", word: /anonym/iu, replacement: "marqué, remplacé" },
  { language: "it", word: /anonim/iu, replacement: "contrassegnato, sostituito" },
  { language: "en", word: /(?<!\p{L})organisation/iu, replacement: "practice, or organization" },
  { language: "en", word: /(?<!\p{L})emails?(?!\p{L})/iu, replacement: "e-mail" },
  {
    language: "en",
    word: /(?<!\p{L})(?:log ?in|log ?out|logged)(?!\p{L})/iu,
    replacement: "sign in, sign out",
    allowed: { texts: ["Login failed"] },
  },
  { language: "en", word: /(?<!\p{L})user names?(?!\p{L})/iu, replacement: "username" },
  {
    language: "en",
    word: /(?<!\p{L})budget/iu,
    replacement: "quota, or limit for a value of the plan",
    allowed: { catalogues: ["tasks"] },
  },
  { language: "en", word: /(?<!\p{L})clinic(?!\p{L})/iu, replacement: "organization" },
  { language: "fr", word: /(?<!\p{L})(?:tu|toi|ton|ta|tes)(?!\p{L})/iu, replacement: "vous" },
  {
    language: "fr",
    word: /(?<!\p{L})(?:emails?|login|token|dashboard)(?!\p{L})/iu,
    replacement: "e-mail, connexion, jeton, aperçu",
  },
  {
    language: "fr",
    word: /(?<!\p{L})mandant/iu,
    replacement: "cabinet",
    allowed: { catalogues: ["tenants"], keys: /^platform\b/ },
  },
  {
    language: "fr",
    word: /(?<!\p{L})(?:budget|quota)/iu,
    replacement: "contingent, or limite for a value of the plan",
    allowed: { catalogues: ["tasks"] },
  },
  { language: "it", word: /(?<!\p{L})(?:tuo|tua|tuoi|tue)(?!\p{L})/iu, replacement: "Suo, Sua" },
  {
    language: "it",
    word: /(?<!\p{L})(?:email|login|dashboard)(?!\p{L})/iu,
    replacement: "e-mail, accesso, panoramica",
  },
  {
    language: "it",
    word: /(?<!\p{L})(?:budget|quot[ae] di IA)/iu,
    replacement: "contingente, or limite for a value of the plan",
    allowed: { catalogues: ["tasks"] },
  },
  { language: "it", word: /(?<!\p{L})permess[oi](?!\p{L})/iu, replacement: "diritto" },
  { language: "it", word: /(?<!\p{L})promemoria di pagamento/iu, replacement: "sollecito" },
  {
    language: "it",
    word: /(?<!\p{L})mandante/iu,
    replacement: "studio",
    allowed: { catalogues: ["tenants"], keys: /^platform\b/ },
  },
];

/** Words of the four states. A text whose key ends with a state must use the word of that state. */
const stateTerms: Readonly<Record<string, Partial<Record<Language, RegExp>>>> = {
  locked: { de: /gesperrt/i, en: /locked/i, fr: /verrouillé/i },
  blocked: { de: /blockiert/i, en: /blocked/i, fr: /bloqué/i },
  deactivated: { de: /deaktiviert/i, en: /deactivated|disabled/i, fr: /désactivé/i },
  suspended: { de: /ausgesetzt/i, en: /suspended/i, fr: /suspendu/i, it: /sospes/i },
};

/** Returns how a text violates the glossary, or undefined if it does not. */
export function glossaryFinding({ catalogue, language, key, text }: CatalogueText): string | undefined {
  for (const { language: termLanguage, word, replacement, allowed } of forbiddenWords) {
    if (termLanguage !== language) continue;
    if (
      allowed?.catalogues?.includes(catalogue) ||
      allowed?.texts?.includes(text) ||
      allowed?.keys?.test(key)
    )
      continue;
    // Names of ICU arguments are not shown, and the paths of links are not words.
    const visibleText = text.replaceAll(/\{portal\}\/[a-z-]+/g, "").replaceAll(/\{\s*\w+/g, "{");
    const match = word.exec(visibleText)?.[0];
    if (match !== undefined) return `"${match}" is not a word of the portal; use ${replacement}`;
  }
  const state = key.split(".").at(-1) ?? "";
  const expected = stateTerms[state]?.[language];
  return expected === undefined || expected.test(text)
    ? undefined
    : `"${state}" is not called ${expected.source} here`;
}
