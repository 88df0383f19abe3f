import type { AiBill } from "@praxisportal/contract/ai/gateway.schema";
import { aiHistoryMax } from "@praxisportal/contract/ai/history.rules";
import { aiPromptMaxLength } from "@praxisportal/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Choice } from "../choice/usable-models.ts";
import {
  failureOf,
  invalidateGateway,
  streamAnswer,
  type FinishReason,
  type Turn,
} from "../assistant.api.ts";
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
        /** The server's message, or an empty text if there was no response. */
        readonly message: string;
        /** Cost of the call, or null if unknown. */
        readonly bill: AiBill | null;
      };
};

export interface AnswerControl {
  readonly answer: Answer | null;
  /** Ended answers that a follow-up continues, oldest first. */
  readonly earlier: readonly Answer[];
  /** The placeholders of the conversation. */
  readonly mapping: Mapping;
  readonly isRunning: boolean;
  /** Sends a prompt in the same conversation. `onDone` is called when the answer is complete. */
  readonly ask: (choice: Choice, redacted: Redacted, onDone: () => void) => void;
  readonly stop: () => void;
  readonly clear: () => void;
}

/**
 * Sends the prompts of one conversation. Keeps the growing answer and the earlier answers in memory only. Renders at
 * most once per frame.
 */
export function useAnswer(organizationId: string): AnswerControl {
  const client = useQueryClient();
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [earlier, setEarlier] = useState<readonly Answer[]>([]);
  const activeControl = useRef<AbortController | null>(null);
  const nextId = useRef(0);

  const clear = () => {
    activeControl.current?.abort();
    activeControl.current = null;
    setAnswer(null);
    setEarlier([]);
  };

  useOnPersonDataCleared(clear);
  useEffect(() => () => activeControl.current?.abort(), []);

  async function run(choice: Choice, { text, mapping }: Redacted, onDone: () => void): Promise<void> {
    activeControl.current?.abort();
    const earlierAnswers = answer !== null && continuesFrom(answer) ? [...earlier, answer] : earlier;
    setEarlier(earlierAnswers);
    const control = new AbortController();
    activeControl.current = control;
    nextId.current += 1;
    const start = { id: nextId.current, choice, sent: text, mapping } as const;
    let raw = "";
    let frame = 0;
    const show = (state: Answer["state"]) => {
      cancelAnimationFrame(frame);
      frame = 0;
      // Ignore an answer that was cleared or replaced.
      if (activeControl.current === control) setAnswer({ ...start, raw, state });
    };
    show({ kind: "running" });
    try {
      const { provider, model } = choice;
      const end = await streamAnswer(
        { prompt: text, provider, model, ...historyOf(earlierAnswers) },
        (chunk) => {
          raw += chunk;
          frame ||= requestAnimationFrame(() => show({ kind: "running" }));
        },
        control.signal,
      );
      show(end);
      if (end.kind === "done" && activeControl.current === control) onDone();
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) show({ kind: "stopped" });
      else show({ kind: "failed", code: failure.code, message: failure.message, bill: null });
    } finally {
      cancelAnimationFrame(frame);
      // Refetch the budget and the switches, one of which may have stopped the answer.
      void invalidateGateway(client, organizationId);
    }
  }

  return {
    answer,
    earlier,
    mapping: answer?.mapping ?? noMapping,
    isRunning: answer?.state.kind === "running",
    ask: (choice, redacted, onDone) => void run(choice, redacted, onDone),
    stop: () => activeControl.current?.abort(),
    clear,
  };
}

const noMapping: Mapping = new Map();

/** Returns whether a follow-up can refer to an answer: it is complete or was stopped, and is not empty. */
export function continuesFrom({ state, raw }: Answer): boolean {
  return raw !== "" && (state.kind === "done" || state.kind === "stopped");
}

/** Returns the newest turns that fit into one call, oldest first. */
export function newestTurns(answers: readonly Answer[]): Turn[] {
  const turns: Turn[] = [];
  let length = 0;
  for (const { sent, raw } of answers.toReversed().slice(0, aiHistoryMax)) {
    length += sent.length + raw.length;
    if (length > aiPromptMaxLength) break;
    turns.unshift({ prompt: sent, answer: raw });
  }
  return turns;
}

function historyOf(answers: readonly Answer[]): { history?: Turn[] } {
  const history = newestTurns(answers);
  return history.length === 0 ? {} : { history };
}
