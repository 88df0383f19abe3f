import type { AiModel, AiProvider } from "@praxisportal/contract/ai/providers.schema";
import type { AiBill } from "@praxisportal/contract/ai/gateway.schema";
import { quotaReport } from "./usage-data.ts";

const provider = (key: string, name: string, organization: AiProvider["organization"]): AiProvider => ({
  key,
  name,
  wire: "openai",
  isDemo: false,
  enabled: true,
  stopped: null,
  host: `${key}.example.org`,
  region: "de",
  establishment: "de",
  c5: { type: "type2", validUntil: "2031-01-01" },
  retentionDays: 0,
  trainsOnData: false,
  credentials: { set: true, needed: true, lastFour: null },
  organization,
  platform: null,
});
const usable = { missing: [], stopped: null, usable: true };

const price = {
  inputMicro: 600_000,
  outputMicro: 2_400_000,
  cachedMicro: 0,
  reasoningMicro: 0,
  audioHourMicro: 0,
  upliftBasisPoints: 0,
  currency: "EUR",
  validFrom: "2026-01-01T00:00:00.000Z",
} as const;
const model = (name: string, kind: AiModel["kind"]): AiModel => ({
  model: name,
  kind,
  maxOutputTokens: 4_000,
  enabled: true,
  prices: [price],
  organization: usable,
});
const models = [
  model("sprachmodell-groß-2026-11", "chat"),
  model("diktat-1", "audio"),
  model("diktat-2", "audio"),
];

/** Two usable and two unusable providers, with long names. */
export const assistantProviders = {
  data: [
    { ...provider("hier", "Rechenzentrum am Musterplatz", { approval: null, ...usable }), models },
    { ...provider("land", "Beispiel-Sprachdienste", { approval: null, ...usable }), models },
    provider("fern", "Fernanbieter Probe", {
      approval: null,
      missing: ["regionRefused", "c5Expired", "trainsOnData", "notApproved", "secrecyMissing"],
      stopped: null,
      usable: false,
    }),
    provider("halt", "Angehaltener Anbieter", {
      approval: null,
      missing: ["stopped"],
      stopped: "provider",
      usable: false,
    }),
  ],
  stopped: null,
};

const ownBudget = {
  limit: null,
  limitMicros: 20_000_000,
  used: 812_000,
  held: 0,
  left: null,
  usedMicros: 17_600_000,
  heldMicros: 0,
  leftMicros: 2_400_000,
  state: "near",
} as const;
export const nearQuota = { ...quotaReport, state: "free", own: ownBudget };
export const reachedQuota = {
  ...quotaReport,
  state: "free",
  own: { ...ownBudget, usedMicros: 20_000_000, leftMicros: 0, state: "reached" },
};

const bill: AiBill = {
  callId: "0197a000-0000-7000-8000-000000000001",
  provider: "hier",
  model: "sprachmodell-groß-2026-11",
  inputTokens: 1_204,
  outputTokens: 4_000,
  cachedTokens: 0,
  reasoningTokens: 0,
  audioSeconds: 0,
  costMicros: 48_300,
  currency: "EUR",
  estimated: true,
};

/** A streamed answer, truncated at the maximum length. */
export const truncatedAnswer = [
  `data: ${JSON.stringify({ text: "Sehr geehrte Kollegin,\n\nvielen Dank für die Überweisung von [Name 1]. " })}`,
  `data: ${JSON.stringify({ text: "Die Herzkranzgefäßdarstellung zeigte keinen Befund. ".repeat(12) })}`,
  `event: done\ndata: ${JSON.stringify({ finishReason: "length", bill })}`,
  "",
].join("\n\n");
