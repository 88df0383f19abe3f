import type { Language } from "../languages.ts";
import type { Country } from "../sites/site-number.rules.ts";

/** The statements of an evidence folder, in order. */
export const evidenceSections = [
  "rights",
  "secondFactor",
  "restrictedAccounts",
  "onboardings",
  "offboardings",
  "workstations",
  "emergencyCode",
  "aiProviders",
  "aiInstructions",
  "reviews",
  "auditChain",
  "retentionRuns",
  "restoreTests",
  "openPoints",
] as const;
export type EvidenceSectionId = (typeof evidenceSections)[number];

/** Numbers of years that a folder can cover. The last is the default. */
export const evidenceYears = [1, 2, 3] as const;
export const defaultEvidenceYears = 3;

type RuleName = string | Readonly<Record<Language, string>>;

const kbv = (number: string): RuleName => ({
  de: `Anlage 1 Nr. ${number}`,
  en: `annex 1 no. ${number}`,
  fr: `annexe 1 n° ${number}`,
  it: `allegato 1 n. ${number}`,
});
const gdpr = (article: number): RuleName => ({
  de: `Art. ${article} DSGVO`,
  en: `Art. ${article} GDPR`,
  fr: `art. ${article} RGPD`,
  it: `art. ${article} GDPR`,
});
const swiss = (article: number): RuleName => ({
  de: `Art. ${article} DSG`,
  en: `Art. ${article} FADP`,
  fr: `art. ${article} LPD`,
  it: `art. ${article} LPD`,
});
/** Article 4 of the AI Act: people who use AI need to know enough about it. */
const aiAct: RuleName = { de: "Art. 4 KI-VO", en: "Art. 4 AI Act", fr: "art. 4 RIA", it: "art. 4 AI Act" };
const fmh: RuleName = "FMH IT-Grundschutz";
const austrianLaw: RuleName = "§ 8 GTelG 2012";

/**
 * The rules that a statement addresses, by country. "Anlage 1" belongs to the IT-Sicherheitsrichtlinie (§ 390 SGB V).
 */
const rules: Readonly<Record<Country, Readonly<Record<EvidenceSectionId, readonly RuleName[]>>>> = {
  DE: {
    rights: [kbv("5"), gdpr(32)],
    secondFactor: [kbv("45"), gdpr(32)],
    restrictedAccounts: [kbv("3, 4"), gdpr(32)],
    onboardings: [kbv("1")],
    offboardings: [kbv("2")],
    workstations: [kbv("19")],
    emergencyCode: [gdpr(32)],
    aiProviders: ["§ 203 StGB", gdpr(28)],
    aiInstructions: [aiAct],
    reviews: [gdpr(32)],
    auditChain: [gdpr(30), gdpr(32)],
    retentionRuns: [gdpr(5), gdpr(17)],
    restoreTests: [gdpr(32)],
    openPoints: [],
  },
  AT: {
    rights: [austrianLaw, gdpr(32)],
    secondFactor: [austrianLaw, gdpr(32)],
    restrictedAccounts: [austrianLaw, gdpr(32)],
    onboardings: [austrianLaw, gdpr(32)],
    offboardings: [austrianLaw, gdpr(32)],
    workstations: [austrianLaw, gdpr(32)],
    emergencyCode: [austrianLaw, gdpr(32)],
    aiProviders: ["§ 54 ÄrzteG", gdpr(28)],
    aiInstructions: [aiAct],
    reviews: [gdpr(32)],
    auditChain: [gdpr(30), gdpr(32)],
    retentionRuns: [gdpr(5), gdpr(17)],
    restoreTests: [gdpr(32)],
    openPoints: [],
  },
  CH: {
    rights: [fmh, swiss(8)],
    secondFactor: [fmh, swiss(8)],
    restrictedAccounts: [fmh, swiss(8)],
    onboardings: [fmh, swiss(8)],
    offboardings: [fmh, swiss(8)],
    workstations: [fmh, swiss(8)],
    emergencyCode: [fmh, swiss(8)],
    aiProviders: [
      { de: "Art. 321 StGB", en: "Art. 321 SCC", fr: "art. 321 CP", it: "art. 321 CP" },
      swiss(9),
    ],
    aiInstructions: [swiss(8)],
    reviews: [swiss(8)],
    auditChain: [swiss(12), swiss(8)],
    retentionRuns: [swiss(6)],
    restoreTests: [fmh, swiss(8)],
    openPoints: [],
  },
};

/** Returns the names of the rules that a statement addresses in a country. */
export function evidenceRules(country: Country, section: EvidenceSectionId, language: Language): string[] {
  return rules[country][section].map((name) => (typeof name === "string" ? name : name[language]));
}
