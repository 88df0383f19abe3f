import type { Logger } from "pino";
import { aiInvalidations, aiStoppedChannel } from "./ai-invalidations.ts";
import { ModelEligibilityService } from "./eligibility/model-eligibility.ts";
import { registerAiRoutes } from "./ai.routes.ts";
import { OpenaiCompatibleService } from "./gateway/openai-compatible.service.ts";
import { GatewayService } from "./gateway/gateway.service.ts";
import { orphanedCallsJob } from "./metering/orphaned-calls.worker.ts";
import { countBudgets } from "./metering/budgets.platform-queries.ts";
import { findStoppedCalls, renewLeases } from "./metering/open-calls.platform-queries.ts";
import { leaseMs } from "./metering/holds.queries.ts";
import { UsageBatcher } from "./metering/usage-batcher.ts";
import { OrganizationAiService } from "./organization/organization-ai.service.ts";
import { ProviderTestService } from "./providers/provider-test.service.ts";
import { ProviderService } from "./providers/providers.service.ts";
import { type AiCallLimits, RunningCalls, type StopScope } from "./calls/running-calls.ts";
import { StreamTicketService } from "./gateway/stream-tickets.service.ts";
import { SwitchService } from "./organization/switches.service.ts";
import { TokenRatios } from "./metering/token-ratios.ts";
import type { Notifications } from "../notifications/create-notifications.ts";
import type { Usage } from "../usage/create-usage.ts";
import { TranscriptionService } from "./transcription/transcription.service.ts";
import type { Clock } from "../../platform/clock/clock.ts";
import type { IdentityDb } from "../../platform/db/handles.ts";
import type { SealingKeys } from "../../platform/crypto/sealed-secrets.ts";
import type { PlatformDb } from "../../platform/db/platform-db.ts";
import type { Feature } from "../../platform/feature.ts";
import { budgetTokens, costOf } from "./metering/cost.ts";
import { keySealContext } from "./providers/provider-key.ts";
import { openaiError } from "./gateway/openai-compatible.presenter.ts";
import { createOutgoingAgent } from "../../platform/outgoing/outgoing-agent.ts";
import { checkOutgoingUrl, type OutgoingRules } from "../../platform/outgoing/outgoing-rules.ts";
import { StoredStateReader } from "../../platform/metrics/stored-state.ts";
import type { Bus } from "../../platform/realtime/bus.ts";
import type { LiveEvents } from "../../platform/realtime/live-events.ts";
import { deleteExpiredStreamTickets } from "./gateway/deletions.queries.ts";

/** Time for which counted budgets are reused, in ms: counting reads a row of each organization. */
const budgetsMs = 60_000;

type Dependencies = {
  db: IdentityDb;
  platformDb: PlatformDb;
  clock: Clock;
  bus: Bus;
  live: LiveEvents;
  log: Logger;
  sealingKeys: SealingKeys;
  notifications: Notifications;
  usage: Usage;
  callLimits: AiCallLimits;
  /** Whether the database is one that a standby can replace while calls run. */
  flushesHolds: boolean;
  /** Rules for outgoing calls. */
  outgoing: OutgoingRules;
};

/** The AI, as the rest of the server uses it. */
export type Ai = ReturnType<typeof createAi>;

/** Creates the AI: providers, organization policies, switches and the gateway. */
export function createAi({ notifications, usage, ...rest }: Dependencies) {
  const dependencies = { ...rest, notices: notifications.notices };
  const { bus } = dependencies;
  const tickets = new StreamTicketService(dependencies);
  const dispatcher = createOutgoingAgent(dependencies.outgoing);
  const checkAddress = (address: string) => void checkOutgoingUrl(address, dependencies.outgoing);
  const eligibility = new ModelEligibilityService(dependencies);
  const publishUsage = (organizationId: string) => usage.events.recordUse(organizationId);
  const running = new RunningCalls({
    renew: (calls) => renewLeases(dependencies.platformDb, calls, leaseMs),
    findStopped: (ids) => findStoppedCalls(dependencies.platformDb, ids),
    onEnded: publishUsage,
    limits: dependencies.callLimits,
  });
  bus.subscribe(aiStoppedChannel, (scope) => void running.stop(scope as StopScope));
  bus.onGap(() => void running.recheck());
  const calls = {
    ...dependencies,
    eligibility,
    dispatcher,
    running,
    usageBatcher: new UsageBatcher(dependencies),
    ratios: new TokenRatios(),
  };
  const budgets = new StoredStateReader(() => countBudgets(dependencies.platformDb), budgetsMs);
  const gateway = new GatewayService(calls);
  const transcription = new TranscriptionService(calls);
  const services = {
    gateway,
    openaiCompatible: new OpenaiCompatibleService({ ...dependencies, gateway, transcription, eligibility }),
    transcription,
    tickets,
    providers: new ProviderService({ ...dependencies, checkAddress }),
    providerTest: new ProviderTestService({ ...dependencies, checkAddress, dispatcher }),
    organizationAi: new OrganizationAiService(dependencies),
    switches: new SwitchService(dependencies),
  };
  return {
    tickets,
    /** Functions that compute costs, and the context to which provider keys are sealed. */
    pricing: { keySealContext, costOf, budgetTokens },
    /** The cached AI data that events invalidate. */
    invalidations: aiInvalidations,
    /** Errors in the format of OpenAI's clients, for the paths that they call. */
    otherErrors: openaiError,
    /** Figures for /metrics. */
    figures: {
      runningCalls: () => running.size,
      endedCalls: () => running.ended,
      budgets: () => budgets.read(),
    },
    deletions: [deleteExpiredStreamTickets],
    sealed: [{ table: "ai_provider", column: "api_key", context: "ai_provider", contextColumn: "key" }],
    registerRoutes: (registrar) => registerAiRoutes(registrar, services),
    jobs: [orphanedCallsJob({ ...dependencies, onBooked: publishUsage })],
    close: () => dispatcher.destroy(),
  } satisfies Feature & Record<string, unknown>;
}
