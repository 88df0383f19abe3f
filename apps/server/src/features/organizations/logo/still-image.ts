/** A still image that contains nothing but what is needed to show it. */
export type StillImage = { content: Buffer; width: number; height: number };
