import type { AiBill } from "@praxisportal/contract/ai/gateway.schema";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Choice } from "../choice/usable-models.ts";
import { failureOf, invalidateGateway, streamAnswer, type FinishReason } from "../assistant.api.ts";
import type { Mapping, Redacted } from "../redaction/redact.ts";
import { useOnPersonDataCleared } from "../use-on-person-data-cleared.ts";

/** A running or ended answer. Kept in memory only. */
export type Answer = {
  readonly id: number;
  readonly choice: Choice;
  /** The text that was sent. */
  readonly sent: string;
  readonly mapping: Mapping;
  /** The text that was received, with placeholders. */
  readonly raw: string;
  readonly state:
    | { readonly kind: "running" }
    | { readonly kind: "done"; readonly finishReason: FinishReason; readonly bill: AiBill }
    | { readonly kind: "stopped" }
    | {
        readonly kind: "failed";
        readonly code: string;
        /** The server's message; empty without a response. */
        readonly message: string;
        /** What the call cost; null if unknown. */
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

/**
 * Sends a prompt and holds the growing answer. Renders at most once per frame, however fast the pieces
 * arrive.
 */
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

  useOnPersonDataCleared(clear);
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
      // Ignore an answer that was cleared or replaced.
      if (running.current === control) setAnswer({ ...start, raw, state });
    };
    show({ kind: "running" });
    try {
      const { provider, model } = choice;
      const end = await streamAnswer(
        { prompt: text, provider, model },
        (chunk) => {
          raw += chunk;
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
      // Refresh the budget, and the switches that may have stopped the answer.
      void invalidateGateway(client, organizationId);
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
