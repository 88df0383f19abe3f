/** On whom a switch or a limit of the AI lies, from the widest to the narrowest. */
export const aiScopes = ["platform", "provider", "practice", "person"] as const;
export type AiScope = (typeof aiScopes)[number];
