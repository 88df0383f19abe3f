import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as endpoints from "@praxisportal/contract/ai/ai.endpoints";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eventually } from "../eventually.ts";
import type { DemoAiUpstream } from "../../../demo-ai-upstream/src/demo-ai-upstream.ts";
import {
  approve,
  completeProvider,
  changePolicy,
  organizationThatUsesAi,
  organizationWithAi,
  startUpstream,
} from "./ai.ts";
import { makeApplication } from "../application.ts";
import { queryRows } from "../factories.ts";
import { createTestApp, type TestApp } from "../test-app.ts";
import type { TestClient } from "../test-client.ts";
import {
  formBytes,
  formEnd,
  openUpload,
  partBytes,
  type RawResponse,
  sendUpload,
  type TestPart,
  wavOf,
  webmOf,
} from "../upload.ts";

const maxUploadBytes = 10_485_760;

let testApp: TestApp;
let upstream: DemoAiUpstream;
let operator: TestClient;
let owner: TestClient;
let organizationId: string;
let colleague: TestClient;
let member: Awaited<ReturnType<typeof organizationThatUsesAi>>["member"];
/** Price of 12,960,000 micro-units per hour, which is 3,600 per second. */
const byTime = { EUR: { inputMicro: 0, outputMicro: 0, audioHourMicro: 12_960_000 } };
const byTokens = { EUR: { inputMicro: 1_000_000, outputMicro: 2_000_000 } };

beforeAll(async () => {
  testApp = await createTestApp();
  ({ upstream, operator } = await startUpstream(testApp, [
    { model: "demo-standard", kind: "chat", maxOutputTokens: 2_000, prices: byTokens },
    { model: "demo-diktat", kind: "audio", prices: byTime },
    { model: "demo-diktat-fehler", kind: "audio", prices: byTime },
    { model: "demo-diktat-langsam", kind: "audio", prices: byTime },
    { model: "demo-diktat-token", kind: "audio", prices: byTokens },
  ]));
});
beforeEach(async () => {
  ({ owner, organizationId, colleague, member } = await organizationThatUsesAi(testApp));
});
afterAll(async () => {
  await testApp.stop();
  await upstream.stop();
});

const audio = (content: Buffer, type = "audio/wav", name = "audio"): TestPart => ({
  name,
  fileName: "Diktat Müller.wav",
  type,
  content,
});
const field = (name: string, content: string): TestPart => ({ name, content });
const send = (parts: readonly TestPart[], options = {}, client = colleague) =>
  sendUpload(testApp, client, formBytes(parts), options);

async function bookedCalls() {
  const [balance] = await queryRows(
    testApp,
    `select used_tokens::int, held_tokens::int, used_micro::int, held_micro::int from ai_balance
     where organization_id = $1 and person_id = '00000000-0000-0000-0000-000000000000'`,
    [organizationId],
  );
  const events = await queryRows(
    testApp,
    `select outcome, kind, model, audio_seconds::int, budget_tokens::int, cost_micro::int, is_estimated
     from ai_usage_event where organization_id = $1 order by occurred_at`,
    [organizationId],
  );
  const open = await queryRows(testApp, "select id from ai_call where organization_id = $1", [
    organizationId,
  ]);
  return { balance, events, open: open.length };
}

/** Expects that no budget is held or spent and no call is running. */
async function expectUntouched() {
  await eventually(async () => {
    const { balance, open } = await bookedCalls();
    expect(open).toBe(0);
    expect(balance ?? { used_tokens: 0, held_tokens: 0, used_micro: 0, held_micro: 0 }).toEqual({
      used_tokens: 0,
      held_tokens: 0,
      used_micro: 0,
      held_micro: 0,
    });
  });
}

/** Adds a second provider whose requests the given handler handles. */
async function startProvider(handler: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handler).listen(0, "127.0.0.1");
  await once(server, "listening");
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  await completeProvider(operator, "ionos", {
    baseUrl,
    models: [{ model: "eigenes-diktat", kind: "audio", prices: byTime }],
  });
  await approve(owner, "ionos");
  return {
    fields: [field("provider", "ionos"), field("model", "eigenes-diktat")],
    async stop() {
      server.closeAllConnections();
      server.close();
      await completeProvider(operator, "ionos", { enabled: false });
    },
  };
}

describe("a transcription", () => {
  it("R7a-13 returns the text of a recording with its cost, which is booked", async () => {
    // The duration is rounded up to three seconds.
    const { status, body } = await send([
      field("language", "de"),
      field("model", "demo-diktat"),
      audio(wavOf(44 + 80_000)),
    ]);
    expect(status).toBe(200);
    const { text, bill } = endpoints.transcribe.responses[200].parse(body);
    expect(text).toMatch(/^Demonstration/);
    expect(bill).toMatchObject({
      provider: "openai",
      model: "demo-diktat",
      audioSeconds: 3,
      inputTokens: 0,
      costMicros: 3 * 3_600,
      currency: "EUR",
      estimated: false,
    });
    expect(await bookedCalls()).toEqual({
      balance: { used_tokens: 30, held_tokens: 0, used_micro: 10_800, held_micro: 0 },
      events: [
        {
          outcome: "done",
          kind: "audio",
          model: "demo-diktat",
          audio_seconds: 3,
          budget_tokens: 30,
          cost_micro: 10_800,
          is_estimated: false,
        },
      ],
      open: 0,
    });
  });

  it("see R7a-13 is billed by tokens if the provider counts them", async () => {
    const { body } = await send([field("model", "demo-diktat-token"), audio(wavOf(44 + 80_000))]);
    const { bill } = endpoints.transcribe.responses[200].parse(body);
    expect(bill).toMatchObject({ inputTokens: 30, audioSeconds: 0, estimated: false });
    expect(bill.costMicros).toBe(30 + 2 * bill.outputTokens);
  });

  it.each([
    ["audio/webm;codecs=opus", webmOf(6_000)],
    ["video/webm", webmOf(6_000)],
    ["audio/ogg; codecs=opus", Buffer.concat([Buffer.from("OggS"), Buffer.alloc(3_000)])],
    ["audio/mp4", Buffer.concat([Buffer.from("\0\0\0\x18ftypM4A ", "latin1"), Buffer.alloc(3_000)])],
    ["audio/x-m4a", Buffer.concat([Buffer.from("\0\0\0\x18ftypM4A ", "latin1"), Buffer.alloc(3_000)])],
    ["audio/mpeg", Buffer.concat([Buffer.from("ID3\x04", "latin1"), Buffer.alloc(3_000)])],
    ["audio/mpeg", Buffer.concat([Buffer.from([0xff, 0xfb, 0x90, 0x64]), Buffer.alloc(3_000)])],
    ["audio/flac", Buffer.concat([Buffer.from("fLaC"), Buffer.alloc(3_000)])],
    ["audio/x-wav", wavOf(3_000)],
  ])("see R7a-13 accepts %s", async (type, content) => {
    expect((await send([audio(content, type)])).status).toBe(200);
  });

  it("R7a-13 R7a-14 forwards bytes and fields as they arrive, and lets the model detect the language by default", async () => {
    const received: { seen: Buffer; type: string }[] = [];
    let arrived: (() => void) | undefined;
    const first = new Promise<void>((resolve) => (arrived = resolve));
    const provider = await startProvider((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        if (Buffer.concat(chunks).includes("ERSTE")) arrived?.();
      });
      request.on("end", () => {
        received.push({ seen: Buffer.concat(chunks), type: request.headers["content-type"] ?? "" });
        response.setHeader("content-type", "application/json").end('{"text":"Gut."}');
      });
    });
    try {
      const recording = Buffer.concat([
        webmOf(4_000),
        Buffer.from("ERSTE"),
        Buffer.alloc(40_000, "\r\n--"),
        Buffer.from("LETZTE"),
      ]);
      const audioPart = partBytes(audio(recording, "audio/webm"));
      const upload = openUpload(testApp, colleague);
      await upload.write(Buffer.concat(provider.fields.map(partBytes)));
      await upload.write(audioPart.subarray(0, 5_000));
      // The provider receives the beginning before the client sends the end.
      await first;
      await upload.write(audioPart.subarray(5_000));
      await upload.write(formEnd);
      upload.end();
      const { status, body } = await upload.response;
      expect([status, body["text"]]).toEqual([200, "Gut."]);
      // The provider reports no duration, so it is estimated from the size.
      expect(body["bill"]).toMatchObject({
        audioSeconds: Math.ceil(recording.length / 3_000),
        estimated: true,
      });
      await send([...provider.fields, field("language", "fr"), audio(wavOf(32_044))]);
      await send([...provider.fields, field("language", "auto"), audio(wavOf(32_044))]);
      // An application uses the OpenAI-compatible call.
      const { client: application } = await makeApplication(testApp, member);
      const form = new FormData();
      form.set("model", "ionos/eigenes-diktat");
      form.set("file", new File([new Uint8Array(wavOf(32_044))], "diktat.wav", { type: "audio/wav" }));
      const response = await application.fetch("/api/ai/v1/audio/transcriptions", {
        method: "POST",
        body: form,
      });
      expect(response.status).toBe(200);
      const forms = await Promise.all(
        received.map(({ seen, type }) =>
          new Response(new Uint8Array(seen), { headers: { "content-type": type } }).formData(),
        ),
      );
      for (const index of [0, 2, 3])
        expect([...(forms[index]?.keys() ?? [])], String(index)).toEqual(["model", "file"]);
      expect(forms[1]?.get("language")).toBe("fr");
      expect(forms).toHaveLength(4);
      const file = forms[0]?.get("file") as File;
      expect(Buffer.from(await file.arrayBuffer()).equals(recording)).toBe(true);
      // The file name may identify a patient, so it is not forwarded.
      expect(received.some(({ seen }) => seen.includes("Müller"))).toBe(false);
    } finally {
      await provider.stop();
    }
  });

  it("see R7a-13 is booked by the length in its container if the provider reports none", async () => {
    const provider = await startProvider((request, response) => {
      request.resume().on("end", () => response.end('{"text":"Gut."}'));
    });
    try {
      const { body } = await send([...provider.fields, audio(wavOf(44 + 5 * 32_000))]);
      expect(body["bill"]).toMatchObject({ audioSeconds: 5, costMicros: 5 * 3_600, estimated: false });
    } finally {
      await provider.stop();
    }
  });
});

describe("an upload", () => {
  it("R5-45 R9-24 of exactly 10485760 bytes is accepted", async () => {
    const { status, body } = await send([audio(wavOf(maxUploadBytes))]);
    expect(status).toBe(200);
    expect(body["bill"]).toMatchObject({ audioSeconds: Math.ceil((maxUploadBytes - 44) / 32_000) });
  });

  it.each([true, false])(
    "R5-43 see R9-24 of one byte more is rejected (in chunks: %s)",
    async (isChunked) => {
      const { status, body } = await send([audio(wavOf(maxUploadBytes + 1))], { isChunked });
      expect(status).toBe(413);
      expect(body).toMatchObject({ code: "PAYLOAD_TOO_LARGE", message: "Die gesendeten Daten sind zu groß" });
      await expectUntouched();
    },
  );

  it("R5-43 that announces too many bytes is rejected before it is sent", async () => {
    const upload = openUpload(testApp, colleague, { length: 50_000_000 });
    await upload.write(partBytes(audio(wavOf(1_000))));
    expect((await upload.response).status).toBe(413);
    upload.leave();
    await expectUntouched();
    expect((await bookedCalls()).events).toEqual([]);
  });

  const good = wavOf(40_000);
  const fullForm = formBytes([audio(good)]);
  it.each<[string, Buffer, number, string, string?]>([
    ["of another type", formBytes([audio(good, "text/plain")]), 400, "VALIDATION_FAILED", "fileType"],
    [
      "without a declared type",
      formBytes([audio(good, "application/octet-stream")]),
      400,
      "VALIDATION_FAILED",
      "fileType",
    ],
    [
      "whose bytes are of another type",
      formBytes([audio(good, "audio/webm")]),
      400,
      "VALIDATION_FAILED",
      "fileType",
    ],
    [
      "of a program",
      formBytes([audio(Buffer.from("MZ".padEnd(5_000)))]),
      400,
      "VALIDATION_FAILED",
      "fileType",
    ],
    ["that is empty", formBytes([audio(Buffer.alloc(0))]), 400, "VALIDATION_FAILED", "required"],
    ["of a few bytes", formBytes([audio(Buffer.from("RIFF"))]), 400, "VALIDATION_FAILED", "fileType"],
    ["without a recording", formBytes([field("language", "de")]), 400, "VALIDATION_FAILED", "required"],
    [
      "with a text for a recording",
      formBytes([field("audio", "Guten Tag")]),
      400,
      "VALIDATION_FAILED",
      "invalidType",
    ],
    [
      "with a file of another name",
      formBytes([audio(good, "audio/wav", "bild")]),
      400,
      "VALIDATION_FAILED",
      "unknownField",
    ],
    [
      "with an unknown field",
      formBytes([field("__proto__", "x"), audio(good)]),
      400,
      "VALIDATION_FAILED",
      "unknownField",
    ],
    [
      "with a field twice",
      formBytes([field("language", "de"), field("language", "fr"), audio(good)]),
      400,
      "VALIDATION_FAILED",
      "maxItems",
    ],
    [
      "in an unknown language",
      formBytes([field("language", "Deutsch"), audio(good)]),
      400,
      "VALIDATION_FAILED",
      "invalidFormat",
    ],
    ["with two files", formBytes([audio(good), audio(good)]), 400, "VALIDATION_FAILED", "maxItems"],
    [
      "with a field after its file",
      formBytes([audio(good), field("language", "de")]),
      400,
      "FILE_MUST_BE_LAST",
    ],
    ["that is cut off", fullForm.subarray(0, -3_000), 400, "UPLOAD_MALFORMED"],
    ["without its end", fullForm.subarray(0, -formEnd.length), 400, "UPLOAD_MALFORMED"],
    ["with bytes after its end", Buffer.concat([fullForm, Buffer.from("mehr")]), 400, "UPLOAD_MALFORMED"],
    ["that is not a form", Buffer.from("Guten Tag"), 400, "UPLOAD_MALFORMED"],
    ["without anything", Buffer.alloc(0), 400, "UPLOAD_MALFORMED"],
  ])(
    "see R5-43 %s is rejected with a reason and without any effect",
    async (_, body, status, code, issue) => {
      for (const isChunked of [false, true]) {
        const response = await sendUpload(testApp, colleague, body, { isChunked, chunkBytes: 997 });
        expect([response.status, response.body["code"]]).toEqual([status, code]);
        expect(response.headers["content-type"]).toBe("application/problem+json; charset=utf-8");
        const [first] = (response.body["errors"] ?? []) as { code: string; message: string }[];
        expect(first?.code).toBe(issue);
      }
      await expectUntouched();
    },
  );

  it("see R5-43 of another format is rejected with the list of accepted formats", async () => {
    const { body } = await send([audio(good, "image/png")]);
    expect(body["errors"]).toEqual([
      {
        path: "audio",
        code: "fileType",
        message: "Dieser Dateityp ist nicht erlaubt. Erlaubt sind: WebM, Ogg, MP4/M4A, MP3, WAV, FLAC",
      },
    ]);
  });

  it.each([
    ["application/json", "UNSUPPORTED_MEDIA_TYPE"],
    ["multipart/form-data", "UNSUPPORTED_MEDIA_TYPE"],
    ["multipart/mixed; boundary=x", "UNSUPPORTED_MEDIA_TYPE"],
    ["audio/wav", "UNSUPPORTED_MEDIA_TYPE"],
  ])("see R5-43 an upload as %s is rejected", async (type, code) => {
    const { status, body } = await sendUpload(testApp, colleague, Buffer.from("{}"), { type });
    expect([status, body["code"]]).toEqual([415, code]);
  });

  it("see R5-43 is accepted only by the calls that read a form", async () => {
    const { status, body } = await send([audio(good)], { path: "/api/ai/proxy" });
    expect([status, body["code"]]).toEqual([415, "UNSUPPORTED_MEDIA_TYPE"]);
  });

  it("see R5-43 that is shorter than announced or aborted releases its held budget", async () => {
    for (const length of [undefined, fullForm.length + 1]) {
      const upload = openUpload(testApp, colleague, length === undefined ? {} : { length });
      await upload.write(fullForm.subarray(0, 30_000));
      await eventually(async () => expect((await bookedCalls()).open).toBe(1));
      upload.leave();
      await expectUntouched();
    }
    const { events } = await bookedCalls();
    expect(events.map((event) => event["outcome"])).toEqual(["aborted", "aborted"]);
  });

  it("see R5-43 of a user without permission is rejected before its body is read", async () => {
    const { as } = await organizationWithAi(testApp);
    const { client } = await as("viewer", []);
    const upload = openUpload(testApp, client, { length: maxUploadBytes });
    await upload.write(fullForm.subarray(0, 10_000));
    expect((await upload.response).body["code"]).toBe("FORBIDDEN");
    upload.leave();
  });
});

describe("a failing transcription", () => {
  it("see R7a-13 is free if the provider fails", async () => {
    const { status, body } = await send([field("model", "demo-diktat-fehler"), audio(wavOf(64_044))]);
    expect([status, body["code"]]).toEqual([503, "AI_PROVIDER_OVERLOADED"]);
    await expectUntouched();
    expect((await bookedCalls()).events).toMatchObject([
      { outcome: "failed", audio_seconds: 0, cost_micro: 0 },
    ]);
  });

  it("see R7a-13 is reported at once if the provider rejects it before receiving all data", async () => {
    const provider = await startProvider((_request, response) => response.writeHead(401).end("{}"));
    try {
      const upload = openUpload(testApp, colleague);
      await upload.write(
        Buffer.concat([...provider.fields, audio(wavOf(90_000))].map(partBytes)).subarray(0, 60_000),
      );
      const { status, body } = await upload.response;
      expect([status, body["code"]]).toEqual([502, "AI_PROVIDER_FAILED"]);
      upload.leave();
      await expectUntouched();
    } finally {
      await provider.stop();
    }
  });

  it("see R7b-08 ends at the provider if the client disconnects, and is booked with estimated usage", async () => {
    let hasAll: (() => void) | undefined;
    let markDisconnected: (() => void) | undefined;
    const allUploads = new Promise<void>((resolve) => (hasAll = resolve));
    const disconnected = new Promise<void>((resolve) => (markDisconnected = resolve));
    const provider = await startProvider((request, response) => {
      request.resume().on("end", () => hasAll?.());
      response.on("close", () => markDisconnected?.());
    });
    try {
      const upload = openUpload(testApp, colleague);
      await upload.write(formBytes([...provider.fields, audio(wavOf(44 + 64_000))]));
      upload.end();
      await allUploads;
      upload.leave();
      await disconnected;
      await eventually(async () => expect((await bookedCalls()).events).toHaveLength(1));
      const { balance, events, open } = await bookedCalls();
      expect(events).toMatchObject([{ outcome: "aborted", audio_seconds: 2, is_estimated: true }]);
      expect(balance).toEqual({ used_tokens: 20, held_tokens: 0, used_micro: 7_200, held_micro: 0 });
      expect(open).toBe(0);
    } finally {
      await provider.stop();
    }
  });

  it("see R7b-08 can be stopped while it is running", async () => {
    const transcription: Promise<RawResponse> = send([
      field("model", "demo-diktat-langsam"),
      audio(wavOf(64_044)),
    ]);
    await eventually(async () => expect((await bookedCalls()).open).toBe(1));
    await owner.call(endpoints.switchAiOrganization, { body: { stopped: true, reason: "Probe" } });
    const { status, body } = await transcription;
    expect([status, body["code"]]).toEqual([403, "AI_STOPPED"]);
    expect((await bookedCalls()).balance).toMatchObject({ held_tokens: 0, held_micro: 0 });
    const again = await send([audio(wavOf(64_044))]);
    expect(again.body).toMatchObject({ code: "AI_STOPPED", scope: "organization" });
  });

  it("see R7b-08 can be stopped during the upload", async () => {
    const provider = await startProvider((request) => void request.resume());
    try {
      const upload = openUpload(testApp, colleague);
      await upload.write(
        Buffer.concat([...provider.fields, audio(wavOf(90_000))].map(partBytes)).subarray(0, 60_000),
      );
      await eventually(async () => expect((await bookedCalls()).open).toBe(1));
      await owner.call(endpoints.switchAiOrganization, { body: { stopped: true, reason: "Probe" } });
      const { status, body } = await upload.response;
      expect([status, body["code"]]).toEqual([403, "AI_STOPPED"]);
      upload.leave();
      await expectUntouched();
    } finally {
      await provider.stop();
    }
  });

  it("see R7a-13 ends if the provider disconnects midway", async () => {
    const provider = await startProvider(
      (request) => void request.once("data", () => request.socket.destroy()),
    );
    try {
      const { status, body } = await send([...provider.fields, audio(wavOf(2_000_000))]);
      expect([status, body["code"]]).toEqual([502, "AI_PROVIDER_FAILED"]);
      await expectUntouched();
    } finally {
      await provider.stop();
    }
  });

  it("see R7b-08 is refused without sending it if its length might exceed the budget", async () => {
    await queryRows(
      testApp,
      "insert into ai_policy (organization_id, limit_tokens) values ($1, 500) on conflict (organization_id) do update set limit_tokens = 500",
      [organizationId],
    );
    const { status, body } = await send([field("model", "demo-diktat"), audio(wavOf(320_044))]);
    expect(status).toBe(403);
    expect(body).toMatchObject({ code: "QUOTA_EXCEEDED", scope: "organization" });
    expect((await bookedCalls()).events).toEqual([]);
  });

  it("see R7a-16 is refused with the missing requirement, in German, if the provider does not satisfy the policy", async () => {
    await changePolicy(owner, { regions: ["local"] });
    const { status, body } = await send([field("model", "demo-diktat"), audio(wavOf(32_044))]);
    expect([status, body]).toMatchObject([
      403,
      {
        code: "AI_PROVIDER_NOT_READY",
        missing: ["regionRefused"],
        message: expect.stringContaining("Ihre Praxis lässt die Region des Anbieters nicht zu."),
      },
    ]);
    expect((await bookedCalls()).events).toEqual([]);
  });
});

describe("the default model for a recording", () => {
  it("see R7a-13 is the first usable model, sorted by provider name and model name", async () => {
    const chosenModel = async (...parts: TestPart[]) => {
      const { body } = await send([...parts, audio(wavOf(32_044))]);
      const bill = body["bill"] as { provider: string; model: string } | undefined;
      return bill === undefined ? body["code"] : `${bill.provider} ${bill.model}`;
    };
    expect(await chosenModel()).toBe("openai demo-diktat");
    await approve(owner, "openai", { models: ["demo-diktat-token"] });
    expect(await chosenModel()).toBe("openai demo-diktat-token");
    expect(await chosenModel(field("model", "demo-diktat"))).toBe("AI_PROVIDER_NOT_READY");
    expect(await chosenModel(field("model", "demo-standard"))).toBe("AI_PROVIDER_NOT_READY");
    expect(await chosenModel(field("provider", "openai"))).toBe("openai demo-diktat-token");
    expect(await chosenModel(field("provider", "nirgends"))).toBe("NOT_FOUND");
    const provider = await startProvider((request, response) => {
      request.resume().on("end", () => response.end('{"text":"Gut."}'));
    });
    try {
      // "IONOS AI Model Hub" sorts before "OpenAI".
      expect(await chosenModel()).toBe("ionos eigenes-diktat");
      expect(await chosenModel(field("model", "demo-diktat-token"))).toBe("openai demo-diktat-token");
    } finally {
      await provider.stop();
    }
  });
});

it("R7a-15 a recording and its transcript are not in any table, file or log", async () => {
  const mark = `Kanarienton${Date.now()}`;
  const recording = Buffer.concat([webmOf(3_000), Buffer.from(mark)]);
  await send([audio(recording, "audio/webm")]);
  await send([field("model", "demo-diktat-fehler"), audio(recording, "audio/webm")]);
  await send([audio(recording, "audio/webm"), field("language", "de")]);
  const tables = await queryRows(
    testApp,
    "select tablename from pg_tables where schemaname = 'public' order by tablename",
  );
  for (const { tablename } of tables) {
    const [stored] = await queryRows(
      testApp,
      `select count(*)::int as count from "${String(tablename)}" t
       where t::text like $1 or t::text like '%Demonstration – keine echte%' or t::text like '%Müller.wav%'`,
      [`%${mark}%`],
    );
    expect(stored?.["count"], String(tablename)).toBe(0);
  }
  const log = testApp.logLines.join("");
  expect(log).toContain("/api/ai/transcribe");
  for (const word of [mark, "Demonstration", "Müller"]) expect(log).not.toContain(word);
});
