import { maxUploadBytes } from "@praxisportal/contract/limits";

/** Enough for speech, and an hour of it stays below the largest upload. */
const bitsPerSecond = 24_000;
/** How often what was recorded is handed over, so that its size is known. */
const sliceMs = 1_000;
const tickMs = 100;
/** Room for what is handed over last. */
const reserveBytes = 65_536;

/** Why nothing can be recorded. */
export type MicrophoneFault = "unsupported" | "denied" | "missing" | "busy" | "failed";

/** A recording as it stands. */
export type RecordingState = {
  readonly isPaused: boolean;
  readonly elapsedMs: number;
  readonly bytes: number;
  /** Loudness, 0 to 1. */
  readonly level: number;
};

export type RecordingEvents = {
  readonly onState: (state: RecordingState) => void;
  /** It was stopped, by the person or because it is as long as it may be. */
  readonly onDone: (file: File, isFull: boolean) => void;
};

export type Recording = {
  readonly pause: () => void;
  readonly resume: () => void;
  /** Ends it and hands it over. */
  readonly stop: () => void;
  /** Ends it and throws it away. */
  readonly cancel: () => void;
};

/** The formats in which browsers record, the smallest first, with the names of their files. */
const formats = [
  ["audio/webm;codecs=opus", "webm"],
  ["audio/ogg;codecs=opus", "ogg"],
  ["audio/mp4;codecs=opus", "mp4"],
  ["audio/mp4", "mp4"],
] as const;

function recordingFormat() {
  return formats.find(([type]) => MediaRecorder.isTypeSupported(type));
}

/** Whether this browser can record at all: not without a secure address, and not without a recorder. */
export function canRecord(): boolean {
  return (
    navigator.mediaDevices?.getUserMedia !== undefined &&
    typeof MediaRecorder !== "undefined" &&
    recordingFormat() !== undefined
  );
}

/** What a refusal of the microphone means. */
export function microphoneFault(error: unknown): MicrophoneFault {
  const name = error instanceof Error || error instanceof DOMException ? error.name : "";
  if (name === "NotAllowedError" || name === "SecurityError") return "denied";
  if (name === "NotFoundError" || name === "OverconstrainedError") return "missing";
  if (name === "NotReadableError" || name === "AbortError") return "busy";
  return "failed";
}

/**
 * Asks for the microphone and records until it is stopped, cancelled, or as long as an upload may be. The microphone
 * is given back with the end of the recording. What is recorded is in memory alone.
 * @throws what the browser says when there is no microphone, or when the person does not want it used.
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
  let pieces: Blob[] = [];
  let bytes = 0;
  let outcome: "kept" | "full" | "thrown away" = "kept";

  const end = (how: typeof outcome) => {
    if (recorder.state === "inactive") return;
    outcome = how;
    recorder.stop();
  };
  const tell = () =>
    onState({
      isPaused: recorder.state === "paused",
      elapsedMs: watch.elapsedMs(),
      bytes,
      level: recorder.state === "recording" ? meter.level() : 0,
    });
  const timer = setInterval(tell, tickMs);

  recorder.addEventListener("dataavailable", ({ data }) => {
    pieces.push(data);
    bytes += data.size;
    if (bytes > maxUploadBytes - reserveBytes) end("full");
  });
  recorder.addEventListener("stop", () => {
    clearInterval(timer);
    meter.stop();
    for (const track of stream.getTracks()) track.stop();
    const type = (recorder.mimeType || mimeType || "audio/webm").split(";")[0] ?? "audio/webm";
    const recorded = pieces;
    pieces = [];
    if (outcome !== "thrown away")
      onDone(new File(recorded, `diktat.${ending}`, { type }), outcome === "full");
  });
  // Somebody pulled the plug, or took the permission back: what was said until then is kept.
  stream.getAudioTracks()[0]?.addEventListener("ended", () => end("kept"));
  recorder.start(sliceMs);
  watch.run();
  tell();

  return {
    pause: () => {
      if (recorder.state !== "recording") return;
      recorder.pause();
      watch.rest();
      tell();
    },
    resume: () => {
      if (recorder.state !== "paused") return;
      recorder.resume();
      watch.run();
      tell();
    },
    stop: () => end("kept"),
    cancel: () => end("thrown away"),
  };
}

function stopwatch() {
  let [before, since] = [0, null as number | null];
  const elapsedMs = () => before + (since === null ? 0 : performance.now() - since);
  return {
    elapsedMs,
    run: () => (since ??= performance.now()),
    rest: () => {
      before = elapsedMs();
      since = null;
    },
  };
}

/** Speech is far below the loudest there is; so much fills the meter. */
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
      // The ear hears ten times the power as twice as loud; a plain ratio would hardly move for speech.
      return Math.min(1, Math.sqrt(Math.sqrt(power) / fullLevel));
    },
    stop: () => void context.close(),
  };
}
