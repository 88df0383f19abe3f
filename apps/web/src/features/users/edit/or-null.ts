/** Returns null for an empty text field. */
export const orNull = (text: string): string | null => (text.trim() === "" ? null : text);
