import { type Defense, serverDefenses } from "./defense.ts";

const providers = "features/ai/providers/providers.test.ts";
const service = "features/ai/providers/providers.service.ts";
const modelEligibility = "features/ai/eligibility/model-eligibility.test.ts";
const switches = "features/ai/organization/switches.test.ts";
const address = "apps/server/test/ai/ai-stream-address.test.ts";
const transcribing = "apps/server/test/ai/ai-transcribe.test.ts";
const addressPolicy = "features/ai/gateway/stream-address.policy.ts";
const ticketQueries = "features/ai/gateway/stream-tickets.queries.ts";

/** Keys of AI providers, approvals by organizations, and AI switches. */
export const aiDefenses: readonly Defense[] = serverDefenses([
  {
    cases: ["N29", "N46"],
    guarantee: "a provider's key can be decrypted only in its own row",
    file: "features/ai/providers/provider-key.ts",
    find: "return `ai_provider:${provider}`;",
    put: "return `ai_provider:${provider.slice(0, 0)}`;",
    proof: [providers, "R7a-10 keeps the key sealed for its row"],
  },
  {
    cases: ["N29", "N46"],
    guarantee: "only users who manage providers see the last characters of a key",
    file: "features/ai/ai.presenter.ts",
    find: "lastFour: managesProviders ? row.api_key_last4 : null,",
    put: "lastFour: row.api_key_last4,",
    proof: [providers, "R7a-09 R7a-08 is shown to an organization without platform data"],
  },
  {
    cases: ["N45"],
    guarantee: "a provider address is checked before it is stored",
    file: service,
    find: "this.#dependencies.checkAddress(address);",
    put: "",
    proof: [providers, "R7a-10 N45 rejects the address"],
  },
  {
    cases: ["N08"],
    guarantee: "changing a provider needs a fresh proof of identity",
    file: service,
    find: "    assertFresh(context.caller, now);\n",
    put: "",
    proof: [providers, "R7a-10 needs a fresh proof of identity"],
  },
  {
    cases: ["N08"],
    guarantee: "resuming the AI needs a fresh proof of identity",
    file: "features/ai/organization/switches.service.ts",
    find: "if (!stopped) assertFresh(context.caller, this.#dependencies.clock.now());",
    put: "",
    proof: [switches, "R7b-08 stop at once, and resume only after a fresh proof"],
  },
  {
    cases: ["N02"],
    guarantee: "AI can be switched off only for members of the organization",
    file: "features/ai/organization/organization.queries.ts",
    find: '    .where("m.status", "<>", "removed")\n    .executeTakeFirst();',
    put: "    .executeTakeFirst();",
    proof: [switches, "R1-01 N02 accept only members of the organization"],
  },
  {
    cases: ["N22"],
    guarantee: "cached AI data is refetched after a gap on the bus",
    file: "features/ai/eligibility/model-eligibility.ts",
    find: "dependencies.bus.onGap(() => this.#forget({}));",
    put: "",
    proof: [modelEligibility, "is reused, and read again after a gap in the bus"],
  },
  {
    cases: ["N04"],
    guarantee: "the person in the URL of a stream matches the session",
    file: addressPolicy,
    find: 'if (userId !== caller.personId) throw new ProblemError("FORBIDDEN");',
    put: "",
    proof: [address, "R7a-03 N04 accepts only the ids of the session"],
  },
  {
    cases: ["N04"],
    guarantee: "the organization in the URL of a stream matches the session",
    file: addressPolicy,
    find: "if (organizationId !== organization.id) {",
    put: "if (organizationId === organization.name) {",
    proof: [address, "R7a-03 N04 accepts only the ids of the session"],
  },
  {
    cases: ["N40"],
    guarantee: "only the portal's own pages open a stream by URL",
    file: "platform/http/calls/admission.ts",
    find: "    if (endpoint.acceptsTicket) assertOwnGet(request, this.#dependencies.origins, isByTicket);\n",
    put: "",
    proof: [address, "R7a-03 N40 cannot be opened by another page, a link or a prefetch"],
  },
  {
    cases: ["N40"],
    guarantee: "a request authenticated by the cookie alone must name its page",
    file: "platform/http/origin/request-origin.ts",
    find: "if (isForeign || (isUnknown && isByCookie)) {",
    put: "if (isForeign) {",
    proof: [address, "R7a-03 N40 cannot be opened by another page, a link or a prefetch"],
  },
  {
    cases: ["N40"],
    guarantee: "a stream that costs money does not accept HEAD",
    file: "platform/http/registrar.ts",
    find: "exposeHeadRoute: endpoint.acceptsTicket !== true && endpoint.file !== true,",
    put: "exposeHeadRoute: endpoint.file !== true,",
    proof: [address, "R7a-03 N40 cannot be opened by another page, a link or a prefetch"],
  },
  {
    cases: ["N48"],
    guarantee: "a GET that costs money needs the write scope",
    file: addressPolicy,
    find: 'caller.token !== undefined && !caller.token.scopes.includes("write")',
    put: 'caller.token !== undefined && caller.token.scopes.includes("-")',
    proof: [address, "R1-01 N48 is refused without cost for an application that may only read"],
  },
  {
    cases: ["N21"],
    guarantee: "a suspended organization cannot make calls that cost money",
    file: "features/ai/gateway/authorize-call.ts",
    find: 'if (context.organization.status === "suspended")',
    put: 'if (context.organization.status === "-")',
    proof: [
      address,
      "R1-01 N21 is refused without cost in a suspended organization, where administrators may still read",
    ],
  },
  {
    cases: ["N17"],
    guarantee: "a ticket is deleted when it is used",
    file: ticketQueries,
    find: `    query
      .deleteFrom("ai_stream_ticket")
      .where("token_hash", "=", hash)`,
    put: `    query
      .updateTable("ai_stream_ticket")
      .set({ token_hash: hash })
      .where("token_hash", "=", hash)`,
    proof: [address, "R7a-07 N17 is accepted once in fifty parallel attempts"],
  },
  {
    cases: ["N17"],
    guarantee: "a ticket belongs to one session",
    file: ticketQueries,
    find: '      .where("session_id", "=", holder.sessionId)\n',
    put: "",
    // The context of the sealed prompt contains the session as well.
    also: [
      {
        file: "features/ai/gateway/stream-tickets.service.ts",
        find: "return `ai_stream_ticket:${organizationId}:${sessionId}`;",
        put: "return `ai_stream_ticket:${organizationId}:${sessionId.slice(0, 0)}`;",
      },
    ],
    proof: [address, "R7a-07 N17 is bound to its user, its session and its cookie"],
  },
  {
    cases: ["N29"],
    guarantee: "an encrypted prompt can be decrypted only in its own row",
    file: "features/ai/gateway/stream-tickets.service.ts",
    find: 'return Buffer.from(hkdfSync("sha256", ticket, "praxisportal", "ai-stream-ticket", 32));',
    put: 'return Buffer.from(hkdfSync("sha256", ticket.slice(0, 0), "praxisportal", "ai-stream-ticket", 32));',
    also: [
      {
        find: "return `ai_stream_ticket:${organizationId}:${sessionId}`;",
        put: "return `ai_stream_ticket:${organizationId}:${sessionId.slice(0, 0)}`;",
      },
    ],
    proof: [address, "R7a-07 N29 is stored with an encrypted prompt and a hash of its value"],
  },
  {
    cases: ["N17"],
    guarantee: "a ticket without a token needs the cookie of its browser",
    file: "features/auth/session/resolve-session.ts",
    find: 'return caller?.kind === "browser" ? caller : undefined;',
    put: "return caller;",
    proof: [address, "R7a-07 N17 is bound to its user, its session and its cookie"],
  },
  {
    cases: ["N17"],
    guarantee: "a ticket expires after a minute",
    file: ticketQueries,
    find: `      .where("organization_id", "=", holder.organizationId)
      .where("expires_at", ">", now)`,
    put: '      .where("organization_id", "=", holder.organizationId)',
    proof: [address, "R7a-07 N17 is invalid after a minute, with other parameters, and in other calls"],
  },
  {
    cases: ["N17"],
    guarantee: "an EventSource that reconnects gets an empty response",
    file: "platform/http/registrar.ts",
    find: 'request.headers["last-event-id"] !== undefined',
    put: 'request.headers["last-event-id"] === "-"',
    proof: [
      address,
      "R7a-04 returns no content to a reconnecting EventSource, and does not call the provider again",
    ],
  },
  {
    cases: ["N52"],
    guarantee: "a file has a maximum size",
    file: "platform/http/uploads/upload.ts",
    find: '      if (size > maxUploadBytes) throw new ProblemError("PAYLOAD_TOO_LARGE");\n      yield chunk;',
    put: "      yield chunk;",
    proof: [transcribing, "R5-43 see R9-24 of one byte more is rejected (in chunks:"],
  },
  {
    cases: ["N52"],
    guarantee: "a form that declares too many bytes is not read",
    file: "platform/http/uploads/upload.ts",
    find: 'if (announced > maxUploadBytes + frameMaxBytes) throw new ProblemError("PAYLOAD_TOO_LARGE");',
    put: "",
    proof: [transcribing, "R5-43 that announces too many bytes is rejected before it is sent"],
  },
  {
    cases: ["N51"],
    guarantee: "the bytes of a recording match its type",
    file: "features/ai/transcription/recording.ts",
    find: "if (format === undefined || (!isUntyped && audioFormatOf(file.mediaType) !== format)) {",
    put: "if (format === undefined) {",
    proof: [
      "features/ai/transcription/recording.test.ts",
      "R7a-13 R5-28 is recognized by its declared type and its bytes together",
    ],
  },
  {
    cases: ["N52"],
    guarantee: "a silent upload is aborted",
    file: "platform/http/uploads/body-reader.ts",
    find: 'this.#fault ??= new ProblemError("UPLOAD_TIMEOUT");',
    put: "this.#fault ??= undefined;",
    proof: ["platform/http/uploads/upload.test.ts", "R5-43 is aborted if the client stalls"],
  },
  {
    cases: ["N22"],
    guarantee: "running calls are checked against the switches after a gap on the bus",
    file: "features/ai/create-ai.ts",
    find: "  bus.onGap(() => void running.recheck());\n",
    put: "",
    proof: ["apps/server/test/ai/ai-missed-stop.test.ts", "ends running calls after the gap"],
  },
  {
    cases: ["N22"],
    guarantee: "a failed read of the switches after a gap is retried",
    file: "features/ai/calls/running-calls.ts",
    find: "        this.#mayHaveMissed = true;\n        return;\n",
    put: "        return;\n",
    proof: [
      "features/ai/calls/running-calls.test.ts",
      "R7b-08 reads the switches until it succeeds if a stop may have been missed",
    ],
  },
  {
    cases: ["N45"],
    guarantee: "a forbidden address is not retried",
    file: "features/ai/calls/provider-request.ts",
    find: "const isFinal = error instanceof OutgoingRefusedError || error",
    put: "const isFinal = error",
    proof: [
      "features/ai/calls/provider-request.test.ts",
      "N45 a request to a forbidden address is not retried",
    ],
  },
  {
    cases: ["N45"],
    guarantee: "the demonstration does not open other local ports",
    file: "platform/config/config.ts",
    find: "allowsLoopback: settings.AI_ALLOW_LOOPBACK,",
    put: "allowsLoopback: settings.AI_ALLOW_LOOPBACK || settings.DEMO === true,",
    proof: [
      "platform/config/config.test.ts",
      "N45 include this machine only if that is switched on explicitly",
    ],
  },
  {
    cases: ["N52"],
    guarantee: "the idempotency key of a call is stored with its hold",
    file: "features/ai/metering/usage-batcher.ts",
    find: "    if (repeatable !== undefined) return reserveOnce(db, hold, repeatable);\n",
    put: "",
    proof: ["apps/server/test/ai/ai-idempotency.test.ts", "R9-02 R7a-15 with a"],
  },
  {
    cases: ["N52"],
    guarantee: "with a standby, a hold is on disk before its call is made",
    file: "features/ai/metering/usage-batcher.ts",
    find: "const flushedHolds = this.#flushesHolds ? holds : [];\n      if (!this.#flushesHolds) for",
    put: "const flushedHolds: WaitingHold[] = [];\n      for",
    proof: ["features/ai/metering/holds.test.ts", "R7b-08 where a standby can replace the database"],
  },
  {
    cases: ["N52"],
    guarantee: "a call that ends while the database is unavailable is booked later",
    file: "features/ai/calls/metered-call.ts",
    find: "      if (!isDatabaseDown(error)) throw error;\n",
    put: "      throw error;\n",
    proof: [
      "features/ai/calls/chat-call.test.ts",
      "R7b-08 a call that ends while the database is unavailable",
    ],
  },
  {
    cases: ["N52"],
    guarantee: "files that precede their fields are buffered up to a limit",
    file: "platform/http/uploads/upload.ts",
    find: '      if (size > maxUploadBytes) throw new ProblemError("PAYLOAD_TOO_LARGE");\n      received.push(Buffer.from(chunk));',
    put: "      received.push(Buffer.from(chunk));",
    proof: [
      "apps/server/test/ai/openai-compatible.test.ts",
      "R5-43 R5-45 R9-24 are transcribed up to 10485760 bytes and rejected above, even if the model follows the file",
    ],
  },
]);
