import { type Defence, ofServer } from "./defence.ts";

const aiTest = (name: string) => `features/ai/${name}.test.ts`;

const shares = "apps/server/test/ai-shares.test.ts";

/** Limits on what costs others something, and the addresses that keys and approvals are given for. */
export const costlyCallDefences: readonly Defence[] = ofServer([
  {
    cases: ["N60"],
    without: "a new origin drops the stored key",
    file: "features/ai/providers.service.ts",
    find: "const newKey = apiKey === undefined && isElsewhere ? null : apiKey;",
    put: "const newKey = apiKey;",
    proof: [aiTest("provider-moves"), "drops the stored key, and the way back does not restore it"],
  },
  {
    cases: ["N60"],
    without: "a provider that moves loses its approvals",
    file: "features/ai/providers.service.ts",
    find: "return isElsewhere || after.region !== row.region ?",
    put: "return columns.enabled === null ?",
    proof: [aiTest("provider-moves"), "withdraws approvals, refuses calls and notifies owners"],
  },
  {
    cases: ["N60"],
    without: "an approval binds to origin and region",
    file: "features/ai/catalogue.ts",
    find: "return row.approved && (isSamePlace || provider.is_demo);",
    put: "return row.approved && (isSamePlace || provider.key !== '');",
    proof: [aiTest("provider-moves"), "counts as none and can be given again"],
  },
  {
    cases: ["N63"],
    without: "one person sends a few uploads at once",
    file: "platform/http/upload-slots.ts",
    find: "max: uploadsPerPerson }",
    put: "max: 1000 * uploadsPerPerson }",
    proof: [shares, "N63 one more than a person may send at once is refused"],
  },
  {
    cases: ["N63"],
    without: "one practice sends no more uploads than its share",
    file: "platform/http/upload-slots.ts",
    find: "max: uploadsPerPractice }",
    put: "max: 1000 * uploadsPerPractice }",
    proof: [shares, "N63 a practice that fills its share leaves room for another practice"],
  },
  {
    cases: ["N63"],
    without: "approval is checked before a recording is received",
    file: "features/ai/transcription.service.ts",
    find: "const facts = await this.#parts.facts.aboutSpeech({ db, personId });\n    assertUsable(facts);",
    put: "const facts = await this.#parts.facts.aboutSpeech({ db, personId });",
    proof: [
      shares,
      "N63 a recording is refused before it is received when the practice approved no provider",
    ],
  },
  {
    cases: ["N63"],
    without: "quota is checked before a recording is received",
    file: "features/ai/transcription.service.ts",
    find: "if (scope !== undefined) throw",
    put: "if (scope === null) throw",
    proof: [shares, "N63 a recording is refused before it is received when the quota"],
  },
  {
    cases: ["N63"],
    without: "a sender keeps to a least rate",
    file: "platform/http/body-bytes.ts",
    find: "if (isTooSlow && !this.#isOver)",
    put: "if (isTooSlow && this.#isOver)",
    proof: ["platform/http/upload.test.ts", "N63 is given up when its sender keeps it open"],
  },
  {
    cases: ["N71"],
    without: "one person runs a few AI calls at once",
    file: "features/ai/running-calls.ts",
    find: "max: perPerson }",
    put: "max: 1000 * perPerson }",
    proof: [shares, "N71 one person runs a few at once"],
  },
  {
    cases: ["N71"],
    without: "one practice runs no more AI calls than its share",
    file: "features/ai/running-calls.ts",
    find: "max: perPractice }",
    put: "max: 1000 * perPractice }",
    proof: [shares, "N71 one practice runs no more than its share"],
  },
]);
