/** The scope of an AI switch or limit, from the widest to the narrowest. */
export const aiScopes = ["platform", "provider", "organization", "person"] as const;
export type AiScope = (typeof aiScopes)[number];
