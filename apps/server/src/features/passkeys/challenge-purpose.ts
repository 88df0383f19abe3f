/** Purpose of a challenge. It cannot be used for another one. */
export type ChallengePurpose = "register" | "stepUp" | "signIn" | "secondStep" | "unlock";

/** The stored data of a challenge. */
export type Challenge = { purpose: ChallengePurpose; device: string | null; challenge: string };
