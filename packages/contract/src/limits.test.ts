import { describe, expect, it } from "vitest";
import * as limits from "./limits.ts";

describe("business constants", () => {
  it.each([
    ["R9-01", "the API timeout is 30000 ms", limits.apiTimeoutMs, 30_000],
    ["R9-02", "there are 3 retry attempts", limits.apiRetryAttempts, 3],
    ["R9-02", "the delay before a retry is 1000 ms", limits.apiRetryDelayMs, 1000],
    ["R9-07", "the session timeout default is 1800000 ms", limits.sessionIdleMs, 1_800_000],
    ["R9-08", "the refresh interval default is 300000 ms", limits.refreshIntervalMs, 300_000],
    ["R9-09", "the session monitor tick is 60 s", limits.sessionMonitorTickMs, 60_000],
    ["R9-10", "the inactivity limit is 30 min", limits.sessionIdleMs, 1_800_000],
    ["R9-11", "the token is refreshed when under 5 min remain", limits.refreshThresholdMs, 300_000],
    ["R9-12", "the warning threshold is 5 min", limits.warningThresholdMs, 300_000],
    ["R9-13", "the activity debounce is 1 s", limits.activityDebounceMs, 1000],
    ["R9-14", "the session length is 24 h", limits.sessionLengthMs, 86_400_000],
    ["R9-15", "the session length with remember-me is 7 days", limits.rememberedSessionLengthMs, 604_800_000],
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
    ["R9-29", "the default plan is starter", limits.defaultPlan, "starter"],
    ["R9-31", "the default security score is 85", limits.defaultSecurityScore, 85],
    ["R9-50", "the password minimum is 8 characters", limits.passwordMinLength, 8],
    ["R9-51", "a two-factor code has 6 digits", limits.twoFactorCodeDigits, 6],
    ["R9-52", "the feature two-factor is on by default", limits.featureDefaults.twoFactor, true],
    ["R9-53", "the feature legacy is on by default", limits.featureDefaults.legacy, true],
    ["R9-54", "the feature websocket is on by default", limits.featureDefaults.websocket, true],
  ])("%s %s", (_id, _description, value, expected) => {
    expect(value).toBe(expected);
  });

  it("R9-30 the catalogue plans are basic, professional and enterprise", () => {
    expect(limits.cataloguePlans).toEqual(["basic", "professional", "enterprise"]);
  });

  // The behavior behind these limits is tested where it is implemented; this file tests only the values.
  it.each([
    ["websocketHeartbeatMs", limits.websocketHeartbeatMs, 30_000],
    ["websocketReconnectDelayMs", limits.websocketReconnectDelayMs, 1000],
    ["websocketReconnectDelayMaxMs", limits.websocketReconnectDelayMaxMs, 30_000],
    ["websocketReconnectAttempts", limits.websocketReconnectAttempts, 5],
    ["websocketRequestTimeoutMs", limits.websocketRequestTimeoutMs, 30_000],
    ["maxUploadBytes", limits.maxUploadBytes, 10_485_760],
    ["tokenExpiringSoonMs", limits.tokenExpiringSoonMs, 86_400_000],
    ["recentActivityEntries", limits.recentActivityEntries, 10],
    ["bulkInviteBatchSize", limits.bulkInviteBatchSize, 5],
    ["bulkInvitePauseMs", limits.bulkInvitePauseMs, 100],
    ["transferHistoryEntries", limits.transferHistoryEntries, 50],
    ["operationHistoryEntries", limits.operationHistoryEntries, 100],
    ["topProviderCount", limits.topProviderCount, 5],
    ["billingPeriods", limits.billingPeriods, ["current", "month"]],
    ["tenantPeriods", limits.tenantPeriods, ["7d", "30d", "90d", "year"]],
    ["exportFormats", limits.exportFormats, ["csv", "json"]],
    ["defaultTokenScopes", limits.defaultTokenScopes, ["read", "write", "profile"]],
    ["defaultApplicationId", limits.defaultApplicationId, "web-portal"],
    ["defaultApplicationType", limits.defaultApplicationType, "web"],
    ["approachingLimitRatio", limits.approachingLimitRatio, 0.8],
    ["legacyHealthTimeoutMs", limits.legacyHealthTimeoutMs, 3000],
  ])("see R9-56 %s has the value from the table", (_name, value, expected) => {
    expect(value).toEqual(expected);
  });

  it("R9-56 the unit of every duration and size is part of its name; lengths are in characters", () => {
    const large = Object.entries(limits).filter(([, value]) => typeof value === "number" && value >= 1000);
    expect(large.length).toBeGreaterThan(20);
    expect(large.filter(([name]) => !/(Ms|Bytes|MaxLength|Count|Px)$/.test(name))).toEqual([]);
  });
});
