import { type Defence, ofServer } from "./defence.ts";

const aiTest = (name: string) => `features/ai/${name}.test.ts`;

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
]);
