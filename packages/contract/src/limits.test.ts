import { describe, expect, it } from "vitest";
import * as limits from "./limits.ts";

describe("business constants", () => {
  it.each([
    ["R9-01", "the API time-out is 30000 ms", limits.apiTimeoutMs, 30_000],
    ["R9-02", "there are 3 retry attempts", limits.apiRetryAttempts, 3],
    ["R9-02", "with a delay of 1000 ms", limits.apiRetryDelayMs, 1000],
    ["R9-07", "the session time-out default is 1800000 ms", limits.sessionTimeoutMs, 1_800_000],
    ["R9-08", "the refresh interval default is 300000 ms", limits.refreshIntervalMs, 300_000],
    ["R9-09", "the session monitor tick is 60 s", limits.sessionMonitorTickMs, 60_000],
    ["R9-10", "the inactivity limit is 30 min", limits.sessionIdleMs, 1_800_000],
    ["R9-11", "the token is refreshed when under 5 min remain", limits.refreshThresholdMs, 300_000],
    ["R9-12", "the warning threshold is 5 min", limits.warningThresholdMs, 300_000],
    ["R9-13", "the activity debounce is 1 s", limits.activityDebounceMs, 1000],
    ["R9-14", "the session length is 24 h", limits.sessionLengthMs, 86_400_000],
    ["R9-15", "with remember-me it is 7 days", limits.rememberedSessionLengthMs, 604_800_000],
    ["R9-16", "the expiry check runs every 100 ms", limits.notificationExpiryCheckMs, 100],
    ["R9-17", "the retention on load is 30 days", limits.notificationRetentionOnLoadMs, 2_592_000_000],
    ["R9-18", "the retention of the cleanup is 7 days", limits.notificationRetentionMs, 604_800_000],
    ["R9-19", "the cleanup interval is 1 h", limits.notificationCleanupIntervalMs, 3_600_000],
    ["R9-20", "the recent window is 24 h", limits.notificationRecentMs, 86_400_000],
    ["R9-21", "the global error is displayed for 5 s", limits.globalErrorMs, 5000],
    ["R9-22", "the error box hides after 10 s", limits.errorBoxAutoHideMs, 10_000],
    ["R9-23", "the success box hides after 5000 ms", limits.successBoxAutoHideMs, 5000],
    ["R9-27", "the default page size is 20", limits.defaultPageSize, 20],
    ["R9-28", "the default maximum of users is 10", limits.defaultMaxUsers, 10],
    ["R9-31", "the default security score is 85", limits.defaultSecurityScore, 85],
    ["R9-50", "the password minimum is 8 characters", limits.passwordMinLength, 8],
    ["R9-52", "the feature two-factor is on by default", limits.featureDefaults.twoFactor, true],
    ["R9-53", "the feature legacy is on by default", limits.featureDefaults.legacy, true],
    ["R9-54", "the feature websocket is on by default", limits.featureDefaults.websocket, true],
  ])("%s %s", (_id, _fact, value, expected) => {
    expect(value).toBe(expected);
  });

  // Their requirements speak of behaviour and are proven where the behaviour lives; here only the values.
  it("holds the values of the other rows of the table", () => {
    expect([limits.websocketHeartbeatMs, limits.websocketRequestTimeoutMs]).toEqual([30_000, 30_000]);
    expect([limits.websocketReconnectDelayMs, limits.websocketReconnectDelayMaxMs]).toEqual([1000, 30_000]);
    expect(limits.websocketReconnectAttempts).toBe(5);
    expect(limits.maxUploadBytes).toBe(10_485_760);
    expect(limits.defaultPlan).toBe("starter");
    expect(limits.cataloguePlans).toEqual(["basic", "professional", "enterprise"]);
    expect(limits.tokenExpiringSoonMs).toBe(86_400_000);
    expect(limits.recentActivityEntries).toBe(10);
    expect([limits.bulkInviteBatchSize, limits.bulkInvitePauseMs]).toEqual([5, 100]);
    expect([limits.transferHistoryEntries, limits.operationHistoryEntries]).toEqual([50, 100]);
    expect(limits.topProvidersShown).toBe(5);
    expect(limits.billingPeriods).toEqual(["current", "month"]);
    expect(limits.tenantPeriods).toEqual(["7d", "30d", "90d", "year"]);
    expect(limits.exportFormats).toEqual(["csv", "json"]);
    expect(limits.defaultTokenScopes).toEqual(["read", "write", "profile"]);
    expect([limits.defaultApplicationId, limits.defaultApplicationType]).toEqual(["web-portal", "web"]);
    expect(limits.approachingLimitRatio).toBe(0.8);
    expect(limits.twoFactorCodeDigits).toBe(6);
    expect(limits.legacyHealthTimeoutMs).toBe(3000);
  });

  it("names the unit of every duration and size", () => {
    const large = Object.entries(limits).filter(([, value]) => typeof value === "number" && value >= 1000);
    expect(large.length).toBeGreaterThan(20);
    expect(large.filter(([name]) => !/(Ms|Bytes)$/.test(name))).toEqual([]);
  });
});
