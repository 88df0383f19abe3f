/** Maximum number of times that emergency codes unlock the same person within a day. */
export const emergencyUnlocksPerDay = 3;
