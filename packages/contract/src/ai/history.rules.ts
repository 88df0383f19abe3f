/** Maximum number of earlier prompts of a conversation, each with its answer, that one call may send. */
export const aiHistoryMax = 20;
