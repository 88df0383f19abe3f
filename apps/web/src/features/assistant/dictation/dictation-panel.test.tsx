// @vitest-environment jsdom
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiError } from "../../../platform/api-client/api-error.ts";
import { I18nProvider } from "../../../platform/i18n/i18n-provider.tsx";
import { ensureMessages, setTimeZone } from "../../../platform/i18n/store.ts";
import { clearTabPersonData } from "../../../platform/storage/person-data.ts";
import { DictationPanel } from "./dictation-panel.tsx";
import { clockText } from "./recording-panel.tsx";
import { audioDoubles } from "./testing/audio-doubles.ts";
import { transcribeAudio } from "./transcribe.api.ts";
import type { Transcript } from "./use-dictation.ts";

const maxUploadBytes = 10_485_760;

setTimeZone("Europe/Berlin");

vi.mock("./transcribe.api.ts", () => ({ transcribeAudio: vi.fn<typeof transcribeAudio>() }));

const choice = {
  provider: "demo",
  providerName: "Demonstration",
  model: "demo-diktat",
  region: null,
  retentionDays: null,
  price: null,
};
const bill = { audioSeconds: 2 } as Transcript["bill"];
const onTranscript = vi.fn<(transcript: Transcript) => void>();
let audio: ReturnType<typeof audioDoubles>;

beforeEach(async () => {
  onTranscript.mockClear();
  vi.mocked(transcribeAudio).mockReset().mockResolvedValue({ text: "Guten Tag", bill });
  audio = audioDoubles();
  await ensureMessages("common", "assistant");
});

afterEach(() => vi.unstubAllGlobals());

function show() {
  return render(
    <I18nProvider>
      <DictationPanel
        models={[choice]}
        provider="demo"
        blocked={undefined}
        onTranscript={onTranscript}
        onClose={() => undefined}
      />
    </I18nProvider>,
  );
}

const button = (name: string) => screen.getByRole("button", { name });
const press = (name: string) => fireEvent.click(button(name));
const agree = () => fireEvent.click(screen.getByRole("checkbox"));
const fileOf = (bytes: number) => {
  const file = new File(["a"], "besuch.mp3", { type: "audio/mpeg" });
  Object.defineProperty(file, "size", { value: bytes });
  return file;
};
const pick = (file: File) =>
  fireEvent.change(document.querySelector("input[type=file]") as HTMLInputElement, {
    target: { files: [file] },
  });

async function record() {
  agree();
  press("Aufnahme starten");
  await screen.findByText("Aufnahme läuft");
}

describe("DictationPanel", () => {
  it("asks for consent before each recording, and for the microphone afterwards", async () => {
    show();
    press("Aufnahme starten");
    expect(audio.getUserMedia).not.toHaveBeenCalled();
    expect(button("Aufnahme starten").getAttribute("title")).toBe(
      "Bitte bestätigen Sie zuerst das Einverständnis",
    );
    await record();
    expect(audio.getUserMedia).toHaveBeenCalledOnce();
    press("Verwerfen");
    expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(false);
  });

  it("R1-15 see R7a-14 records at a low bit rate, sends the recording, returns the text and releases the microphone", async () => {
    show();
    await record();
    expect(audio.recorder().options).toMatchObject({
      mimeType: "audio/webm;codecs=opus",
      audioBitsPerSecond: 24_000,
    });
    act(() => audio.recorder().deliver(3_000));
    press("Pause");
    expect(screen.getByText("Aufnahme pausiert")).toBeTruthy();
    press("Weiter");
    press("Fertig");
    await waitFor(() =>
      expect(onTranscript).toHaveBeenCalledWith({ text: "Guten Tag", bill, isFull: false }),
    );
    const [request] = vi.mocked(transcribeAudio).mock.calls[0] ?? [];
    expect(request).toMatchObject({ language: "auto", model: { provider: "demo", model: "demo-diktat" } });
    expect(request?.audio.type).toBe("audio/webm");
    expect(request?.audio.size).toBe(3_000);
    expect(audio.isMicrophoneOn()).toBe(false);
  });

  it("discards a recording without sending it", async () => {
    show();
    await record();
    act(() => audio.recorder().deliver(3_000));
    press("Verwerfen");
    expect(audio.isMicrophoneOn()).toBe(false);
    expect(transcribeAudio).not.toHaveBeenCalled();
  });

  it("R5-44 stops a recording before it exceeds the upload limit", async () => {
    show();
    await record();
    act(() => audio.recorder().deliver(maxUploadBytes - 70_000));
    expect(screen.getByText("Aufnahme läuft")).toBeTruthy();
    act(() => audio.recorder().deliver(6_000));
    await waitFor(() => expect(onTranscript).toHaveBeenCalledWith({ text: "Guten Tag", bill, isFull: true }));
  });

  it("R5-27 R5-44 R9-24 rejects a file above 10485760 bytes before sending, and accepts one of exactly that size", async () => {
    show();
    agree();
    pick(fileOf(10_485_761));
    expect(await screen.findByText("Die Datei darf höchstens 10 MB groß sein")).toBeTruthy();
    expect(transcribeAudio).not.toHaveBeenCalled();
    agree();
    pick(fileOf(10_485_760));
    await waitFor(() => expect(onTranscript).toHaveBeenCalledOnce());
  });

  it("R5-28 rejects a file of a type that the server does not accept", async () => {
    show();
    agree();
    pick(new File(["a"], "besuch.txt", { type: "text/plain" }));
    const text = "Dieser Dateityp ist nicht erlaubt. Erlaubt sind: WebM, Ogg, MP4/M4A, MP3, WAV, FLAC";
    expect(await screen.findByText(text)).toBeTruthy();
    expect(transcribeAudio).not.toHaveBeenCalled();
  });

  it.each([
    ["NotAllowedError", "Kein Zugriff auf das Mikrofon"],
    ["NotFoundError", "Kein Mikrofon gefunden"],
    ["NotReadableError", "Das Mikrofon ist belegt"],
  ])("explains %s, and keeps the consent for another attempt", async (name, title) => {
    audio.getUserMedia.mockRejectedValue(new DOMException("", name));
    show();
    agree();
    press("Aufnahme starten");
    expect(await screen.findByText(title)).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
    expect(button("Aufnahme starten").getAttribute("aria-disabled")).not.toBe("true");
    expect(button("Audiodatei wählen").getAttribute("aria-disabled")).not.toBe("true");
  });

  it("shows that the browser cannot record", () => {
    vi.stubGlobal("MediaRecorder", undefined);
    show();
    agree();
    press("Aufnahme starten");
    expect(screen.getByText("Dieser Browser kann nicht aufnehmen")).toBeTruthy();
  });

  it("keeps a recording for a retry if sending fails", async () => {
    const networkFailure = new ApiError({
      status: 0,
      code: "NETWORK_ERROR",
      problem: null,
      retryAfterMs: null,
    });
    vi.mocked(transcribeAudio).mockRejectedValueOnce(networkFailure);
    show();
    agree();
    pick(fileOf(2_000));
    expect(await screen.findByText(/Die Aufnahme ist noch da/)).toBeTruthy();
    press("Noch einmal senden");
    await waitFor(() => expect(onTranscript).toHaveBeenCalledOnce());
  });

  it("shows the upload progress and can cancel the upload", async () => {
    vi.mocked(transcribeAudio).mockImplementation((_request, { onProgress, signal }) => {
      onProgress(50, 100);
      return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    show();
    agree();
    pick(fileOf(2_000));
    expect((await screen.findByRole("progressbar")).getAttribute("aria-valuenow")).toBe("50");
    press("Abbrechen");
    expect(vi.mocked(transcribeAudio).mock.calls[0]?.[1].signal.aborted).toBe(true);
    expect(screen.getByRole("checkbox")).toBeTruthy();
    expect(onTranscript).not.toHaveBeenCalled();
  });

  it("see R3-95 discards a recording and releases the microphone when the person's data is cleared or the page is left", async () => {
    const { unmount } = show();
    await record();
    act(clearTabPersonData);
    expect(audio.isMicrophoneOn()).toBe(false);
    await record();
    unmount();
    expect(audio.isMicrophoneOn()).toBe(false);
    expect(transcribeAudio).not.toHaveBeenCalled();
  });
});

it("clockText shows hours only from one hour on", () => {
  expect([0, 65_000, 3_725_000].map(clockText)).toEqual(["0:00", "1:05", "1:02:05"]);
});
