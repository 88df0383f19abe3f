/** How often emergency codes unlock the same person within a day. */
export const emergencyUnlocksPerDay = 3;
