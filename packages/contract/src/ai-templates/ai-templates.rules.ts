/** Maximum lengths of a prompt template's name and text. */
export const aiTemplateNameMaxLength = 80;
export const aiTemplateTextMaxLength = 4_000;
/** Maximum numbers of prompt templates of one person and of an organization. */
export const ownAiTemplatesMax = 50;
export const sharedAiTemplatesMax = 100;
/** Maximum number of first names, and of surnames, that the browser receives to find them in prompts. */
export const aiKnownNamesMax = 1_500;
