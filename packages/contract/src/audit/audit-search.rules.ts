/**
 * Maximum number of actions in a search of the audit log. A text that occurs in more actions is too general.
 */
export const maxSearchedActions = 80;
