import type { AiBill } from "@praxisportal/contract/ai/gateway.schema";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Choice } from "../choice/usable-models.ts";
import { failureOf, readGatewayAgain, streamAnswer, type FinishReason } from "../assistant.api.ts";
import type { Mapping, Redacted } from "../redaction/redact.ts";
import { useForgotten } from "../use-forgotten.ts";

/** An answer on its way, or as it ended. In the memory of the page alone. */
export type Answer = {
  readonly id: number;
  readonly choice: Choice;
  /** What was sent. */
  readonly sent: string;
  readonly mapping: Mapping;
  /** What came, with placeholders. */
  readonly raw: string;
  readonly state:
    | { readonly kind: "running" }
    | { readonly kind: "done"; readonly finishReason: FinishReason; readonly bill: AiBill }
    | { readonly kind: "stopped" }
    | {
        readonly kind: "failed";
        readonly code: string;
        /** The server's words; empty when nobody answered. */
        readonly message: string;
        /** What was paid; null when nothing is known of it. */
        readonly bill: AiBill | null;
      };
};

export interface AnswerControl {
  readonly answer: Answer | null;
  readonly isRunning: boolean;
  readonly ask: (choice: Choice, redacted: Redacted) => void;
  readonly stop: () => void;
  readonly clear: () => void;
}

/** Asks a model and holds the answer while it grows. Pieces are shown once a frame, however fast they come. */
export function useAnswer(organizationId: string): AnswerControl {
  const client = useQueryClient();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const running = useRef<AbortController | null>(null);
  const nextId = useRef(0);

  const clear = () => {
    running.current?.abort();
    running.current = null;
    setAnswer(null);
  };

  useForgotten(clear);
  useEffect(() => () => running.current?.abort(), []);

  async function run(choice: Choice, { text, mapping }: Redacted): Promise<void> {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    nextId.current += 1;
    const start = { id: nextId.current, choice, sent: text, mapping } as const;
    let raw = "";
    let frame = 0;
    const show = (state: Answer["state"]) => {
      cancelAnimationFrame(frame);
      frame = 0;
      // An answer that was cleared or followed by another one is nobody's any more.
      if (running.current === control) setAnswer({ ...start, raw, state });
    };
    show({ kind: "running" });
    try {
      const { provider, model } = choice;
      const end = await streamAnswer(
        { prompt: text, provider, model },
        (piece) => {
          raw += piece;
          frame ||= requestAnimationFrame(() => show({ kind: "running" }));
        },
        control.signal,
      );
      show(end);
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) show({ kind: "stopped" });
      else show({ kind: "failed", code: failure.code, message: failure.message, bill: null });
    } finally {
      cancelAnimationFrame(frame);
      // What it cost, and what may have stopped it.
      void readGatewayAgain(client, organizationId);
    }
  }

  return {
    answer,
    isRunning: answer?.state.kind === "running",
    ask: (choice, redacted) => void run(choice, redacted),
    stop: () => running.current?.abort(),
    clear,
  };
}
