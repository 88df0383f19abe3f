import type { Logger } from "pino";
import { AiFactsService } from "./features/ai/ai-facts.ts";
import { registerAiRoutes } from "./features/ai/ai.routes.ts";
import { OpenaiFaceService } from "./features/ai/openai-face.service.ts";
import { GatewayService } from "./features/ai/gateway.service.ts";
import { lostCallsJob } from "./features/ai/lost-calls.worker.ts";
import { findStoppedCalls, renewLeases } from "./features/ai/open-calls.platform-queries.ts";
import { leaseMs } from "./features/ai/holds.queries.ts";
import { Ledger } from "./features/ai/ledger.ts";
import { PracticeAiService } from "./features/ai/practice-ai.service.ts";
import { ProviderTestService } from "./features/ai/provider-test.service.ts";
import { ProviderService } from "./features/ai/providers.service.ts";
import { type AiCallLimits, RunningCalls, type StopScope } from "./features/ai/running-calls.ts";
import type { StreamTicketService } from "./features/ai/stream-tickets.service.ts";
import { SwitchService } from "./features/ai/switches.service.ts";
import { TokenRatios } from "./features/ai/token-ratios.ts";
import type { AdministratorNotices } from "./features/organizations/administrator-notices.ts";
import { UsageNews } from "./features/usage/usage-news.ts";
import { TranscriptionService } from "./features/ai/transcription.service.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { IdentityDb } from "./platform/db/handles.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import type { Job } from "./platform/jobs/scheduler.ts";
import type { Registrar } from "./platform/http/registrar.ts";
import { createOutgoingAgent } from "./platform/outgoing/outgoing-agent.ts";
import { checkOutgoingUrl, type OutgoingRules } from "./platform/outgoing/outgoing-rules.ts";
import { aiChangedChannel, aiStoppedChannel, type Bus } from "./platform/realtime/bus.ts";
import type { LiveEvents } from "./platform/realtime/live-events.ts";

type Parts = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  bus: Bus;
  live: LiveEvents;
  notices: AdministratorNotices;
  log: Logger;
  sealingKey: Buffer;
  tickets: StreamTicketService;
  callLimits: AiCallLimits;
  /** Rules for outgoing calls. */
  outgoing: OutgoingRules;
};

/** The parts of the AI that the rest of the server uses. */
type Ai = {
  /** Settles calls whose process died. */
  lostCalls: Job;
  /** Closes its connections. */
  close: () => Promise<void>;
};

/** Wires up the AI: providers, practice policies, switches and the gateway. */
export function composeAi(registrar: Registrar, parts: Parts): Ai {
  const { bus, live } = parts;
  const dispatcher = createOutgoingAgent(parts.outgoing);
  const checkAddress = (address: string) => void checkOutgoingUrl(address, parts.outgoing);
  const facts = new AiFactsService(parts);
  const news = new UsageNews(parts.live);
  const ended = (organizationId: string) => news.used(organizationId);
  const running = new RunningCalls({
    renew: (calls) => renewLeases(parts.platformDb, calls, leaseMs),
    stopped: (ids) => findStoppedCalls(parts.platformDb, ids),
    ended,
    limits: parts.callLimits,
  });
  bus.subscribe(aiStoppedChannel, (scope) => void running.stop(scope as StopScope));
  bus.onGap(() => void running.recheck());
  const calls = { ...parts, facts, dispatcher, running, ledger: new Ledger(), ratios: new TokenRatios() };
  const gateway = new GatewayService(calls);
  const transcription = new TranscriptionService(calls);
  registerAiRoutes(registrar, {
    gateway,
    openaiFace: new OpenaiFaceService({ ...parts, gateway, transcription, facts }),
    transcription,
    tickets: parts.tickets,
    providers: new ProviderService({
      ...parts,
      checkAddress,
      changed: (provider) => {
        bus.publish(aiChangedChannel, {});
        live.publish({ event: "aiEvent", everybody: true, data: { cause: "provider_updated", provider } });
      },
    }),
    providerTest: new ProviderTestService({ ...parts, checkAddress, dispatcher }),
    practiceAi: new PracticeAiService({
      ...parts,
      changed: (organizationId, cause) => {
        bus.publish(aiChangedChannel, { organizationId });
        live.publish({ event: "aiEvent", organizationId, data: { cause } });
      },
    }),
    switches: new SwitchService({
      ...parts,
      switched: (scope, stopped) => {
        // Publish the change that affects new calls first, then stop the running ones.
        const where = "organizationId" in scope ? { organizationId: scope.organizationId } : {};
        bus.publish(aiChangedChannel, where);
        if (stopped) bus.publish(aiStoppedChannel, scope);
        live.publish({
          event: "aiEvent",
          ...("organizationId" in scope ? where : { everybody: true }),
          data: { cause: stopped ? "stopped" : "resumed", scope: scope.scope },
        });
      },
    }),
  });
  return {
    lostCalls: lostCallsJob({ ...parts, ended }),
    close: () => {
      news.close();
      return dispatcher.destroy();
    },
  };
}
