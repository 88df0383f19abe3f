/**
 * Version of the instruction's text. Raise it when the meaning of a sentence changes in
 * `ai-instruction.<language>.json` of the web app: everyone must confirm again.
 */
export const aiInstructionVersion = 1;
