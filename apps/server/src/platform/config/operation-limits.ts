/** Number of years for which audit entries are kept. The operator can only extend it. */
export const auditRetentionYears = 10;
/** Number of years for which usage events are kept. The operator can only extend it. */
export const usageRetentionYears = 3;
/** Default number of connections of a process to its database. */
export const databasePoolSize = 28;
