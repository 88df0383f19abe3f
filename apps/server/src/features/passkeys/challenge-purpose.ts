/** What a challenge is for. It cannot be used for another purpose. */
export type ChallengePurpose = "register" | "stepUp" | "signIn" | "secondStep" | "unlock";

/** The stored data of a challenge. */
export type Challenge = { purpose: ChallengePurpose; device: string | null; challenge: string };
