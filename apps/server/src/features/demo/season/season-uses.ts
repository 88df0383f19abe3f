import { demoModels, type DemoUse } from "../demo-ai.ts";
import { chance, seasonDays } from "./season-calendar.ts";
import type { PresentMember, SeasonDay } from "./season-types.ts";

/** An invented call with the person who made it. */
export type SeasonUse = DemoUse & { personId: string };

const minuteMs = 60_000;
const callsMax = 14;

/** Returns the AI calls of a day: by members who may use AI, while they were signed in. Use grows over the season. */
export function usesOn(present: readonly PresentMember[], { day, daysBefore }: SeasonDay): SeasonUse[] {
  const habit = 0.3 + (0.7 * (seasonDays - daysBefore)) / seasonDays;
  return present
    .filter(({ member }) => member.usesAi)
    .flatMap(({ member, signIns }) =>
      signIns.flatMap(({ at }, index) => {
        const roll = (key: string) => chance(member.username, day, index, key);
        const affinity = 0.35 + 0.65 * chance(member.username, "likes the AI");
        const calls = Math.round(roll("calls") * callsMax * habit * affinity);
        const uses = Array.from({ length: calls }, (_unused, call): SeasonUse => {
          const minutes = 4 + 12 * call + Math.floor(roll(`minute ${call}`) * 11);
          const moment = new Date(at.getTime() + minutes * minuteMs);
          return { personId: member.personId, ...callAt(moment, (key) => roll(`${key} ${call}`)) };
        });
        return uses.filter((use) => use.at < member.until);
      }),
    );
}

function callAt(at: Date, roll: (key: string) => number): DemoUse {
  const kind = roll("model");
  const model = demoModels[kind < 0.65 ? 0 : kind < 0.83 ? 1 : 2] as (typeof demoModels)[number];
  const isAborted = roll("aborted") < 0.05;
  const outcome = { model, at, outcome: isAborted ? "aborted" : "done", isEstimated: isAborted } as const;
  const numberBetween = (key: string, min: number, max: number) => min + Math.floor(roll(key) * (max - min));
  if (model.kind === "audio") {
    const audioSeconds = numberBetween("audio", 25, 215);
    return {
      ...outcome,
      audioSeconds,
      durationMs: audioSeconds * 40,
      inputTokens: 0,
      outputTokens: 0,
      cachedTokens: 0,
      reasoningTokens: 0,
    };
  }
  const inputTokens = numberBetween("input", 280, 1_680);
  const outputTokens = numberBetween("output", 120, 640);
  return {
    ...outcome,
    inputTokens,
    outputTokens,
    cachedTokens: inputTokens >= 1_024 ? 512 : 0,
    reasoningTokens: model.model === "demo-denkend" ? 64 : 0,
    audioSeconds: 0,
    durationMs: outputTokens * 22,
  };
}
