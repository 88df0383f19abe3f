/** The person of balances that belong to a whole organization. */
export const nilPersonId = "00000000-0000-0000-0000-000000000000";
