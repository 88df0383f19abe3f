/** A search of the audit log names at most this number of actions; text that more actions have says nothing. */
export const maxSearchedActions = 80;
