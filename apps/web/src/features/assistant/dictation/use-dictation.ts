import type { AiBill } from "@praxisportal/contract/ai/gateway.schema";
import { useEffect, useEffectEvent, useReducer, useRef } from "react";
import { recordActivity } from "../../../platform/session/times/activity.ts";
import { failureOf } from "../assistant.api.ts";
import type { ModelName } from "../choice/usable-models.ts";
import {
  canRecord,
  microphoneFault,
  startRecording,
  type MicrophoneFault,
  type Recording,
  type RecordingState,
} from "./recording.ts";
import { useOnPersonDataCleared } from "../use-on-person-data-cleared.ts";
import { transcribeAudio } from "./transcribe.api.ts";

/** State of a dictation. A failed recording is kept so that it can be sent again. */
export type DictationState =
  | { readonly kind: "ready" }
  | { readonly kind: "asking" }
  | ({ readonly kind: "recording" } & RecordingState)
  | { readonly kind: "sending"; readonly sentRatio: number; readonly isFull: boolean }
  | { readonly kind: "fault"; readonly fault: MicrophoneFault }
  /** The file is not sent: it is too large, or of a type that the server does not accept. */
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "empty" }
  /** `message` comes from the server and is empty if there was no response. */
  | { readonly kind: "failed"; readonly message: string; readonly audio: File };

export type Transcript = { readonly text: string; readonly bill: AiBill; readonly isFull: boolean };

export interface DictationOptions {
  readonly model: ModelName;
  /** A two-letter code, or "auto". */
  readonly language: string;
  readonly onTranscript: (transcript: Transcript) => void;
}

/** Input level above the noise of a quiet room. */
const spokenLevel = 0.3;
/** Interval at which speech is recorded as activity. */
const persistIntervalMs = 10_000;

const ready: DictationState = { kind: "ready" };

/** Records speech or takes a file, sends it and delivers the transcript. Everything is kept in memory only. */
export function useDictation({ model, language, onTranscript }: DictationOptions) {
  const [state, setState] = useReducer(
    (_previous: DictationState, newState: DictationState) => newState,
    ready,
  );
  const recording = useRef<Recording | null>(null);
  /** Signal of the current operation. Starting a new one aborts the previous one. */
  const operation = useRef<AbortController>(new AbortController());

  const startOperation = () => {
    operation.current.abort();
    recording.current?.cancel();
    recording.current = null;
    operation.current = new AbortController();
    return operation.current.signal;
  };
  const cancel = () => {
    startOperation();
    setState(ready);
  };
  useOnPersonDataCleared(cancel);
  const onLeave = useEffectEvent(() => void startOperation());
  useEffect(() => () => onLeave(), []);

  async function record(): Promise<void> {
    const signal = startOperation();
    if (!canRecord()) return setState({ kind: "fault", fault: "unsupported" });
    setState({ kind: "asking" });
    let nextPersistMs = 0;
    try {
      const started = await startRecording({
        onState: (now) => {
          if (signal.aborted) return;
          // Speech counts as user activity. In a quiet room, the session may expire.
          if (now.level > spokenLevel && now.elapsedMs >= nextPersistMs) {
            nextPersistMs = now.elapsedMs + persistIntervalMs;
            recordActivity();
          }
          setState({ kind: "recording", ...now });
        },
        onDone: (audio, isFull) => {
          if (!signal.aborted) void send(audio, isFull);
        },
      });
      if (signal.aborted) started.cancel();
      else recording.current = started;
    } catch (error) {
      if (!signal.aborted) setState({ kind: "fault", fault: microphoneFault(error) });
    }
  }

  async function send(audio: File, isFull = false): Promise<void> {
    const signal = startOperation();
    if (audio.size === 0) return setState({ kind: "empty" });
    setState({ kind: "sending", sentRatio: 0, isFull });
    try {
      // Loaded on demand, because most visits dictate nothing.
      const { refusalOf } = await import("./audio-file.ts");
      const message = await refusalOf(audio);
      if (signal.aborted) return;
      if (message !== undefined) return setState({ kind: "refused", message });
      const onProgress = (sent: number, total: number) => {
        if (!signal.aborted) setState({ kind: "sending", sentRatio: total === 0 ? 0 : sent / total, isFull });
      };
      const { text, bill } = await transcribeAudio({ audio, language, model }, { onProgress, signal });
      if (signal.aborted) return;
      setState(ready);
      onTranscript({ text, bill, isFull });
    } catch (error) {
      const failure = failureOf(error);
      if (!signal.aborted && failure !== null) setState({ kind: "failed", message: failure.message, audio });
    }
  }

  return {
    state,
    record: () => void record(),
    send: (audio: File) => void send(audio),
    pause: () => recording.current?.pause(),
    resume: () => recording.current?.resume(),
    stop: () => recording.current?.stop(),
    /** Discards the recording and aborts the current operation. */
    cancel,
  };
}

export type Dictation = ReturnType<typeof useDictation>;
