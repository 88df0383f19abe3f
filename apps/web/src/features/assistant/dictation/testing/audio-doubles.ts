import { vi } from "vitest";

/** A MediaRecorder double whose data is supplied by the test. */
class RecorderDouble extends EventTarget {
  static latest: RecorderDouble | null = null;
  static isTypeSupported = (type: string) => type.startsWith("audio/webm");
  readonly options: MediaRecorderOptions;
  readonly mimeType: string;
  state: RecordingState = "inactive";

  constructor(_stream: MediaStream, options: MediaRecorderOptions) {
    super();
    this.options = options;
    this.mimeType = options.mimeType ?? "";
    RecorderDouble.latest = this;
  }
  start() {
    this.state = "recording";
  }
  pause() {
    this.state = "paused";
  }
  resume() {
    this.state = "recording";
  }
  stop() {
    this.state = "inactive";
    this.dispatchEvent(new Event("stop"));
  }
  /** Delivers `bytes` bytes of recorded data. */
  deliver(bytes: number) {
    const data = new Blob([new Uint8Array(bytes)]);
    this.dispatchEvent(Object.assign(new Event("dataavailable"), { data }));
  }
}

type RecordingState = "inactive" | "recording" | "paused";

/** Replaces the browser's microphone, recorder and audio analyser. */
export function audioDoubles() {
  let isOn = false;
  const track = Object.assign(new EventTarget(), {
    stop: () => {
      isOn = false;
    },
  });
  const stream = { getTracks: () => [track], getAudioTracks: () => [track] };
  const getUserMedia = vi.fn<() => Promise<unknown>>(() => {
    isOn = true;
    return Promise.resolve(stream);
  });
  vi.stubGlobal("navigator", Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }));
  vi.stubGlobal("MediaRecorder", RecorderDouble);
  vi.stubGlobal(
    "AudioContext",
    class {
      createAnalyser = () => ({ fftSize: 1024, getFloatTimeDomainData: () => undefined });
      createMediaStreamSource = () => ({ connect: () => undefined });
      close = () => Promise.resolve();
    },
  );
  return {
    getUserMedia,
    isMicrophoneOn: () => isOn,
    recorder: () => {
      if (RecorderDouble.latest === null) throw new Error("nothing was recorded");
      return RecorderDouble.latest;
    },
  };
}
