import type { AiModel, AiProvider } from "@praxisportal/contract/ai/providers.schema";
import type { QuotaState } from "@praxisportal/contract/billing/billing.schema";
import { json, problem, type SentCall } from "../../../platform/api-client/testing/fetch-double.ts";

type Missing = NonNullable<AiProvider["organization"]>["missing"];

const usability = (missing: Missing) => ({ missing, stopped: null, usable: missing.length === 0 });
const provider = (key: string, missing: Missing) => ({
  key,
  name: `Anbieter ${key.toUpperCase()}`,
  region: "de" satisfies AiProvider["region"],
  retentionDays: 0,
  organization: { approval: null, ...usability(missing) },
});
const model = (name: string, outputMicro: number) => ({
  model: name,
  kind: "chat" satisfies AiModel["kind"],
  enabled: true,
  prices: [{ inputMicro: 1, outputMicro, currency: "EUR" }],
  organization: usability([]),
});
const bill = {
  inputTokens: 7,
  outputTokens: 3,
  audioSeconds: 0,
  costMicros: 20_000,
  currency: "EUR",
  estimated: false,
};

/** Returns a double of the gateway endpoints that the assistant uses. The test controls responses and timing. */
export function gatewayDouble() {
  let stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  const write = (text: string) => stream?.enqueue(new TextEncoder().encode(text));
  const budget = (state: QuotaState) => ({
    limit: null,
    limitMicros: 10_000_000,
    used: 0,
    held: 0,
    left: null,
    usedMicros: 9_000_000,
    heldMicros: 0,
    leftMicros: 1_000_000,
    state,
  });
  const gateway = {
    /** True if the organization approved any provider. */
    usable: true,
    ownState: "free" as QuotaState,
    /** The user's own limit in units, or null if there is none. */
    ownLimit: null as number | null,
    /** Reason of the organization's switch, or null while AI use is not stopped. */
    stopped: null as string | null,
    /** Sends a chunk of the running answer. */
    sendChunk: (text: string) => write(`data: ${JSON.stringify({ text })}\n\n`),
    end: (name: "done" | "failed", details: object) => {
      write(`event: ${name}\ndata: ${JSON.stringify({ ...details, bill })}\n\n`);
      stream?.close();
    },
    respond: ({ url, signal }: SentCall): Response => {
      if (url === "/api/ai/providers?models=true") {
        const missing: Missing = gateway.usable ? [] : ["notApproved"];
        const data = [
          { ...provider("a", missing), models: [model("teuer", 9)] },
          { ...provider("b", missing), models: [model("günstig", 2)] },
          { ...provider("c", ["c5Expired"]), models: [model("günstig", 2)] },
        ];
        return json({ data, stopped: null });
      }
      if (url === "/api/ai/switches") {
        const { stopped } = gateway;
        const organization = stopped === null ? null : { at: "2026-11-21T08:00:00.000Z", reason: stopped };
        return json({ platform: null, organization, people: [] });
      }
      if (url === "/api/ai/known-names") return json({ firstNames: ["Thilo"], lastNames: ["Zwick"] });
      if (url === "/api/billing/quota") {
        const ownBudget = { ...budget(gateway.ownState), limit: gateway.ownLimit };
        return json({ ...budget("free"), own: ownBudget, currency: "EUR", endDate: "2026-11-30" });
      }
      if (url !== "/api/ai/stream") return problem(404, "NOT_FOUND");
      const content = new ReadableStream<Uint8Array>({
        start: (control) => {
          stream = control;
          signal.addEventListener("abort", () => control.error(signal.reason));
        },
      });
      return new Response(content, { status: 200 });
    },
  };
  return gateway;
}

export type GatewayDouble = ReturnType<typeof gatewayDouble>;
