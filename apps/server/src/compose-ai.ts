import type { Logger } from "pino";
import { ModelEligibilityService } from "./features/ai/model-eligibility.ts";
import { registerAiRoutes } from "./features/ai/ai.routes.ts";
import { OpenaiCompatibleService } from "./features/ai/openai-compatible.service.ts";
import { GatewayService } from "./features/ai/gateway.service.ts";
import { lostCallsJob } from "./features/ai/lost-calls.worker.ts";
import { findStoppedCalls, renewLeases } from "./features/ai/open-calls.platform-queries.ts";
import { leaseMs } from "./features/ai/holds.queries.ts";
import { UsageBatcher } from "./features/ai/usage-batcher.ts";
import { PracticeAiService } from "./features/ai/practice-ai.service.ts";
import { ProviderTestService } from "./features/ai/provider-test.service.ts";
import { ProviderService } from "./features/ai/providers.service.ts";
import { type AiCallLimits, RunningCalls, type StopScope } from "./features/ai/running-calls.ts";
import type { StreamTicketService } from "./features/ai/stream-tickets.service.ts";
import { SwitchService } from "./features/ai/switches.service.ts";
import { TokenRatios } from "./features/ai/token-ratios.ts";
import type { AdministratorNotices } from "./features/notifications/administrator-notices.ts";
import { UsageEventThrottle } from "./features/usage/usage-event-throttle.ts";
import { TranscriptionService } from "./features/ai/transcription.service.ts";
import type { Clock } from "./platform/clock/clock.ts";
import type { IdentityDb } from "./platform/db/handles.ts";
import type { PlatformDb } from "./platform/db/platform-db.ts";
import type { Job } from "./platform/jobs/scheduler.ts";
import type { Registrar } from "./platform/http/registrar.ts";
import { createOutgoingAgent } from "./platform/outgoing/outgoing-agent.ts";
import { checkOutgoingUrl, type OutgoingRules } from "./platform/outgoing/outgoing-rules.ts";
import { aiStoppedChannel, type Bus } from "./platform/realtime/bus.ts";
import type { LiveEvents } from "./platform/realtime/live-events.ts";

type Dependencies = {
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
export function composeAi(registrar: Registrar, dependencies: Dependencies): Ai {
  const { bus } = dependencies;
  const dispatcher = createOutgoingAgent(dependencies.outgoing);
  const checkAddress = (address: string) => void checkOutgoingUrl(address, dependencies.outgoing);
  const eligibility = new ModelEligibilityService(dependencies);
  const usageEvents = new UsageEventThrottle(dependencies.live);
  const ended = (organizationId: string) => usageEvents.used(organizationId);
  const running = new RunningCalls({
    renew: (calls) => renewLeases(dependencies.platformDb, calls, leaseMs),
    stopped: (ids) => findStoppedCalls(dependencies.platformDb, ids),
    ended,
    limits: dependencies.callLimits,
  });
  bus.subscribe(aiStoppedChannel, (scope) => void running.stop(scope as StopScope));
  bus.onGap(() => void running.recheck());
  const calls = {
    ...dependencies,
    eligibility,
    dispatcher,
    running,
    usageBatcher: new UsageBatcher(),
    ratios: new TokenRatios(),
  };
  const gateway = new GatewayService(calls);
  const transcription = new TranscriptionService(calls);
  registerAiRoutes(registrar, {
    gateway,
    openaiCompatible: new OpenaiCompatibleService({ ...dependencies, gateway, transcription, eligibility }),
    transcription,
    tickets: dependencies.tickets,
    providers: new ProviderService({ ...dependencies, checkAddress }),
    providerTest: new ProviderTestService({ ...dependencies, checkAddress, dispatcher }),
    practiceAi: new PracticeAiService(dependencies),
    switches: new SwitchService(dependencies),
  });
  return {
    lostCalls: lostCallsJob({ ...dependencies, ended }),
    close: () => {
      usageEvents.close();
      return dispatcher.destroy();
    },
  };
}
