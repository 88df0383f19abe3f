/** Still image with only the parts needed to show it. */
export type StillImage = { content: Buffer; width: number; height: number };
