import { maxUploadBytes } from "@praxisportal/contract/limits";

/** Bit rate that is sufficient for speech. An hour stays below the upload limit. */
const bitsPerSecond = 24_000;
/** Interval at which recorded data is delivered, to track its size. */
const sliceMs = 1_000;
const tickMs = 100;
/** Reserve for the last chunk. */
const reserveBytes = 65_536;

/** Reason why recording is not possible. */
export type MicrophoneFault = "unsupported" | "denied" | "missing" | "busy" | "failed";

export type RecordingState = {
  readonly isPaused: boolean;
  readonly elapsedMs: number;
  readonly bytes: number;
  /** Input level, 0 to 1. */
  readonly level: number;
};

export type RecordingEvents = {
  readonly onState: (state: RecordingState) => void;
  /** The recording ended: stopped by the user or at its size limit (`isFull`). */
  readonly onDone: (file: File, isFull: boolean) => void;
};

export type Recording = {
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends the recording and delivers it. */
  readonly stop: () => void;
  /** Ends and discards the recording. */
  readonly cancel: () => void;
};

/** Recording formats of the browsers, the smallest first, with their file extensions. */
const formats = [
  ["audio/webm;codecs=opus", "webm"],
  ["audio/ogg;codecs=opus", "ogg"],
  ["audio/mp4;codecs=opus", "mp4"],
  ["audio/mp4", "mp4"],
] as const;

function recordingFormat() {
  return formats.find(([type]) => MediaRecorder.isTypeSupported(type));
}

/** Returns whether the browser can record. It needs a secure context and a MediaRecorder. */
export function canRecord(): boolean {
  return (
    navigator.mediaDevices?.getUserMedia !== undefined &&
    typeof MediaRecorder !== "undefined" &&
    recordingFormat() !== undefined
  );
}

/** Maps a getUserMedia error to a fault. */
export function microphoneFault(error: unknown): MicrophoneFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  if (name === "NotReadableError" || name === "AbortError") return "busy";
  return "failed";
}

/**
 * Requests the microphone and records until stopped, canceled, or at the upload size limit. Releases the
 * microphone at the end. The recording is kept in memory only.
 * @throws the browser's error when there is no microphone or the user denies access.
 */
export async function startRecording({ onState, onDone }: RecordingEvents): Promise<Recording> {
  const stream = await navigator.mediaDevices.getUserMedia({
    audio: { channelCount: 1, echoCancellation: true, noiseSuppression: true, autoGainControl: true },
  });
  const [mimeType, ending] = recordingFormat() ?? [undefined, "webm"];
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: bitsPerSecond,
    ...(mimeType === undefined ? {} : { mimeType }),
  });
  const meter = levelMeter(stream);
  const watch = stopwatch();
  let chunks: Blob[] = [];
  let bytes = 0;
  let outcome: "kept" | "full" | "discarded" = "kept";

  const end = (result: typeof outcome) => {
    if (recorder.state === "inactive") return;
    outcome = result;
    recorder.stop();
  };
  const notify = () =>
    onState({
      isPaused: recorder.state === "paused",
      elapsedMs: watch.elapsedMs(),
      bytes,
      level: recorder.state === "recording" ? meter.level() : 0,
    });
  const timer = setInterval(notify, tickMs);

  recorder.addEventListener("dataavailable", ({ data }) => {
    chunks.push(data);
    bytes += data.size;
    if (bytes > maxUploadBytes - reserveBytes) end("full");
  });
  recorder.addEventListener("stop", () => {
    clearInterval(timer);
    meter.stop();
    for (const track of stream.getTracks()) track.stop();
    const type = (recorder.mimeType || mimeType || "audio/webm").split(";")[0] ?? "audio/webm";
    const recorded = chunks;
    chunks = [];
    if (outcome !== "discarded") onDone(new File(recorded, `diktat.${ending}`, { type }), outcome === "full");
  });
  // The device was unplugged or the permission revoked: keep what was recorded.
  stream.getAudioTracks()[0]?.addEventListener("ended", () => end("kept"));
  recorder.start(sliceMs);
  watch.run();
  notify();

  return {
    pause: () => {
      if (recorder.state !== "recording") return;
      recorder.pause();
      watch.pause();
      notify();
    },
    resume: () => {
      if (recorder.state !== "paused") return;
      recorder.resume();
      watch.run();
      notify();
    },
    stop: () => end("kept"),
    cancel: () => end("discarded"),
  };
}

function stopwatch() {
  let [before, since] = [0, null as number | null];
  const elapsedMs = () => before + (since === null ? 0 : performance.now() - since);
  return {
    elapsedMs,
    run: () => (since ??= performance.now()),
    pause: () => {
      before = elapsedMs();
      since = null;
    },
  };
}

/** RMS value that fills the meter, because speech is far below full scale. */
const fullLevel = 0.25;

function levelMeter(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 1024;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
      // Perceived loudness grows much more slowly than power, so a linear meter would hardly move for speech.
      return Math.min(1, Math.sqrt(Math.sqrt(power) / fullLevel));
    },
    stop: () => void context.close(),
  };
}
