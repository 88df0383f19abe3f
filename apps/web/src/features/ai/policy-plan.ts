import type { AiPolicyView } from "./ai.api.ts";

/** What a practice says yes or no to, in the order it is told. */
export const policySwitches = [
  "requiresC5",
  "requiresSecrecy",
  "requiresProcessing",
  "allowsTraining",
  "allowsPromptInAddress",
] as const satisfies readonly (keyof AiPolicyView)[];
export type PolicySwitch = (typeof policySwitches)[number];

/** Whether an answer lets providers do more than the strictest practice would; programs of one's own do not count. */
export function isWider(key: PolicySwitch, answer: boolean): boolean {
  if (key === "allowsPromptInAddress") return false;
  return answer === (key === "allowsTraining");
}
