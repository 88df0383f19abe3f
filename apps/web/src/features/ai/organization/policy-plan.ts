import type { AiPolicyView } from "../ai.api.ts";

/** The yes/no settings of the policy in display order. */
export const policySwitches = [
  "requiresC5",
  "requiresSecrecy",
  "requiresProcessing",
  "allowsTraining",
  "allowsPromptInAddress",
] as const satisfies readonly (keyof AiPolicyView)[];
export type PolicySwitch = (typeof policySwitches)[number];

/**
 * Returns whether a value is less strict than the strictest policy. Prompts in URLs never count, because they concern
 * the organization's own programs and not a provider.
 */
export function isWider(key: PolicySwitch, value: boolean): boolean {
  if (key === "allowsPromptInAddress") return false;
  return value === (key === "allowsTraining");
}
