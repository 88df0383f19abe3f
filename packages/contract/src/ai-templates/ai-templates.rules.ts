/** Characters of a prompt template's name and text. */
export const aiTemplateNameMaxLength = 80;
export const aiTemplateTextMaxLength = 4_000;
/** Prompt templates of one person, and of an organization. */
export const ownAiTemplatesMax = 50;
export const sharedAiTemplatesMax = 100;
/** First names, and surnames, of an organization that the browser receives to find them in prompts. */
export const aiKnownNamesMax = 1_500;
