import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { StreamResponse } from "../../platform/http/event-stream.ts";
import { PlainText } from "../../platform/http/calls/plain-text.ts";
import type { Registrar } from "../../platform/http/registrar.ts";
import { authorize } from "../../platform/request-context/authorized.ts";
import type { RequestContext } from "../../platform/request-context/request-context.ts";
import { mayManageAi, mayManageProviders, mayStopAllUsers } from "./ai.policy.ts";
import { mayUseAi } from "./gateway/gateway.policy.ts";
import { presentBill } from "./gateway/gateway.presenter.ts";
import type { GatewayService } from "./gateway/gateway.service.ts";
import type { OpenaiCompatibleService } from "./gateway/openai-compatible.service.ts";
import type { OrganizationAiService } from "./organization/organization-ai.service.ts";
import type { ProviderTestService } from "./providers/provider-test.service.ts";
import type { ProviderService } from "./providers/providers.service.ts";
import { clientOf } from "./gateway/client.ts";
import { openRecording } from "./transcription/recording.ts";
import { promptOf, assertMaySpend } from "./gateway/stream-address.policy.ts";
import { authorizeCall } from "./gateway/authorize-call.ts";
import type { StreamTicketService } from "./gateway/stream-tickets.service.ts";
import { describeOriginalCall } from "./gateway/original-call.ts";
import type { SwitchService } from "./organization/switches.service.ts";
import type { TranscriptionService } from "./transcription/transcription.service.ts";

export type AiServices = {
  providers: ProviderService;
  providerTest: ProviderTestService;
  organizationAi: OrganizationAiService;
  switches: SwitchService;
  gateway: GatewayService;
  transcription: TranscriptionService;
  openaiCompatible: OpenaiCompatibleService;
  tickets: StreamTicketService;
};

/** Registers AI providers, requirements and approvals of organizations, switches, prompts and recordings. */
export function registerAiRoutes(registrar: Registrar, services: AiServices): void {
  const {
    providers,
    providerTest,
    organizationAi,
    switches,
    gateway,
    transcription,
    openaiCompatible,
    tickets,
  } = services;

  registrar.handle(endpoints.listAiProviders, ({ context, query }) => providers.list(context, query));

  registrar.handle(endpoints.getAiProvider, ({ context, params }) => providers.get(context, params.p));

  registrar.handle(endpoints.listAiModels, ({ context, params }) => providers.models(context, params.p));

  registrar.handle(endpoints.updateAiProvider, ({ context, params, body, ifMatch }) =>
    providers.update(authorize(context, "ai.manageProviders", mayManageProviders), params.p, body, ifMatch),
  );

  registrar.handle(endpoints.testAiProvider, ({ context, params, body }) =>
    providerTest.test(authorize(context, "ai.manageProviders", mayManageProviders), params.p, body.model),
  );

  registrar.handle(endpoints.updateAiApproval, async ({ context, params, body, ifMatch }) => {
    const authorized = authorize(context, "ai.manage", mayManageAi);
    await organizationAi.updateApproval(authorized, params.p, body, ifMatch);
    return providers.get(context, params.p);
  });

  registrar.handle(endpoints.getAiPolicy, ({ context }) => organizationAi.policy(context.organization.db));

  registrar.handle(endpoints.updateAiPolicy, ({ context, body, ifMatch }) =>
    organizationAi.updatePolicy(authorize(context, "ai.manage", mayManageAi), body, ifMatch),
  );

  registrar.handle(endpoints.getAiSwitches, ({ context }) => switches.read(context));

  registrar.handle(endpoints.switchAiPlatform, ({ context, body }) =>
    switches.switchPlatform(authorize(context, "ai.stopEverybody", mayStopAllUsers), body),
  );

  registrar.handle(endpoints.switchAiProvider, ({ context, params, body }) =>
    switches.switchProvider(authorize(context, "ai.stopEverybody", mayStopAllUsers), params.p, body),
  );

  registrar.handle(endpoints.switchAiOrganization, ({ context, body }) =>
    switches.switchOrganization(authorize(context, "ai.manage", mayManageAi), body),
  );

  registrar.handle(endpoints.switchAiPerson, ({ context, params, body }) =>
    switches.switchPerson(authorize(context, "ai.manage", mayManageAi), params.userId, body),
  );

  registrar.handle(
    endpoints.proxyPrompt,
    ({ context, body, reply }) => gateway.complete(authorizeCall(context), body, clientOf(reply.raw)),
    describeOriginalCall,
  );

  registrar.handle(
    endpoints.streamPrompt,
    async ({ context, body, reply }) => {
      const client = clientOf(reply.raw);
      return new StreamResponse(
        await gateway.stream(authorizeCall(context), body, client, context.origin.language),
      );
    },
    describeOriginalCall,
  );

  registrar.handle(endpoints.createStreamTicket, ({ context, body }) =>
    tickets.issue(authorizeCall(context), body),
  );

  registrar.handle(endpoints.streamPromptFromUrl, async ({ context, query, reply }) => {
    const client = clientOf(reply.raw);
    const authorized = authorizeCall(context);
    assertMaySpend(context);
    const { ticket, ...otherParameters } = query;
    const prompt =
      ticket === undefined
        ? promptOf(otherParameters, context, await organizationAi.policy(context.organization.db))
        : await tickets.redeem(authorized, ticket, otherParameters);
    return new StreamResponse(
      await gateway.stream(authorized, prompt, client, context.origin.language),
      true,
    );
  });

  const admitRecording = (context: RequestContext) => transcription.admit(authorizeCall(context));

  registrar.handle(
    endpoints.transcribe,
    async ({ context, body, file, reply }) => {
      const client = clientOf(reply.raw);
      const authorized = authorizeCall(context);
      const recording = await openRecording(file, { field: "audio", requiresType: true });
      const { text, end, ...requested } = await transcription.transcribe(
        authorized,
        { ...body, recording },
        client,
      );
      return { text, bill: presentBill(end, requested) };
    },
    describeOriginalCall,
    admitRecording,
  );

  registrar.handle(
    endpoints.createTranscription,
    async ({ context, body, file, reply }) => {
      const client = clientOf(reply.raw);
      const authorized = authorizeCall(context);
      const recording = await openRecording(file, { field: "file", requiresType: false });
      const transcript = await openaiCompatible.transcribe(authorized, body, recording, client);
      return body.response_format === "text" ? new PlainText(`${transcript.text}\n`) : transcript;
    },
    describeOriginalCall,
    admitRecording,
  );

  registrar.handle(endpoints.listOpenaiModels, ({ context }) =>
    openaiCompatible.models(authorize(context, "ai.use", mayUseAi)),
  );

  registrar.handle(
    endpoints.createChatCompletion,
    async ({ context, body, reply }) => {
      const client = clientOf(reply.raw);
      const authorized = authorizeCall(context);
      if (body.stream !== true) return openaiCompatible.complete(authorized, body, client);
      return new StreamResponse(
        await openaiCompatible.stream(authorized, body, client, context.origin.language),
      );
    },
    describeOriginalCall,
  );
}
