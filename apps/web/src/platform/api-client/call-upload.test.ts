// @vitest-environment jsdom
import type { transcribe } from "@praxisportal/contract/ai/ai.endpoints";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { callUpload } from "./call-upload.ts";
import { route } from "./route.ts";

const transcribeRoute = route<typeof transcribe>()("ai.transcribe", "POST", "/api/ai/transcribe");
const file = new File(["abcd"], "diktat.webm", { type: "audio/webm" });

type Outcome = { status: number; body: string } | "error" | "never";

/** Returns a double of XMLHttpRequest with the given outcome. */
function requestDouble(outcome: Outcome) {
  const requests: { headers: Map<string, string>; form: FormData | null; aborted: boolean }[] = [];
  class RequestDouble extends EventTarget {
    readonly upload = new EventTarget();
    readonly headers = new Map<string, string>();
    status = 0;
    responseText = "";
    readonly record = { headers: this.headers, form: null as FormData | null, aborted: false };
    open() {
      requests.push(this.record);
    }
    setRequestHeader(name: string, value: string) {
      this.headers.set(name, value);
    }
    getAllResponseHeaders() {
      return "content-type: application/json\r\n";
    }
    abort() {
      this.record.aborted = true;
      this.dispatchEvent(new Event("abort"));
    }
    send(form: FormData) {
      this.record.form = form;
      this.upload.dispatchEvent(new ProgressEvent("progress", { loaded: 2, total: 4 }));
      if (outcome === "never") return;
      if (outcome === "error") return void this.dispatchEvent(new Event("error"));
      this.status = outcome.status;
      this.responseText = outcome.body;
      this.dispatchEvent(new Event("load"));
    }
  }
  vi.stubGlobal("XMLHttpRequest", RequestDouble);
  return requests;
}

function send(
  signal = new AbortController().signal,
  onProgress = vi.fn<(requests: number, total: number) => void>(),
) {
  const fields = { language: "auto", provider: "demo", model: undefined };
  const result = callUpload(
    transcribeRoute,
    { name: "audio", file, fields },
    { onProgress, signal, timeoutMs: 1000 },
  );
  return { result, onProgress };
}

beforeEach(() => localStorage.setItem("accessToken", "token"));

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  localStorage.clear();
});

describe("callUpload", () => {
  it("see R7a-12 R7s-04 sends the fields before the file, with the token, and reports progress", async () => {
    const requests = requestDouble({ status: 200, body: '{"text":"Guten Tag"}' });
    const { result, onProgress } = send();
    await expect(result).resolves.toEqual({ text: "Guten Tag" });
    expect([...(requests[0]?.form?.keys() ?? [])]).toEqual(["language", "provider", "audio"]);
    expect(requests[0]?.headers.get("authorization")).toBe("Bearer token");
    expect(requests[0]?.headers.get("x-device-fingerprint")).toBe(localStorage.getItem("deviceFingerprint"));
    // The browser sets it, because it contains the multipart boundary.
    expect(requests[0]?.headers.has("content-type")).toBe(false);
    expect(onProgress).toHaveBeenCalledWith(2, 4);
  });

  it("returns errors like any call", async () => {
    requestDouble({ status: 413, body: '{"code":"PAYLOAD_TOO_LARGE","message":"Zu groß"}' });
    await expect(send().result).rejects.toMatchObject({ status: 413, message: "Zu groß" });
  });

  it("reports a missing response without sending again", async () => {
    const requests = requestDouble("error");
    await expect(send().result).rejects.toMatchObject({ code: "NETWORK_ERROR" });
    expect(requests).toHaveLength(1);
  });

  it("see R9-01 times out after 30000 ms by default", async () => {
    vi.useFakeTimers();
    const requests = requestDouble("never");
    const upload = callUpload(
      transcribeRoute,
      { name: "audio", file, fields: { language: "auto", provider: "demo" } },
      { onProgress: () => undefined },
    ).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(requests[0]?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await upload).toMatchObject({ code: "TIMEOUT" });
    expect(requests[0]?.aborted).toBe(true);
  });

  it("aborts the upload when the caller aborts", async () => {
    const requests = requestDouble("never");
    const control = new AbortController();
    const { result } = send(control.signal);
    control.abort(new Error("enough"));
    await expect(result).rejects.toThrow("enough");
    expect(requests[0]?.aborted).toBe(true);
  });
});
