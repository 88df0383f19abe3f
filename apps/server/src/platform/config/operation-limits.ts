/** Years for which audit entries are kept; the operator can only extend it. */
export const auditRetentionYears = 10;
/** Years for which usage events are kept; the operator can only extend it. */
export const usageRetentionYears = 3;
/** Connections of a process to its database, unless configured otherwise. */
export const databasePoolSize = 28;
