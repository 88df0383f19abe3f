import { describe, expect, it } from "vitest";
import {
  createOrganizationSchema,
  organizationUsageQuery,
  removeOrganizationSchema,
  updateOrganizationSchema,
  createdOrganizationSchema,
  licensesSchema,
  organizationUsageSchema,
} from "./organization-changes.schema.ts";
import { mergeDepartmentSchema, nameDepartmentSchema } from "../departments/departments.schema.ts";
import { assignSiteSchema, createSiteSchema, updateSiteSchema } from "../sites/sites.schema.ts";
import { suspendTenantSchema } from "../tenants/tenants.schema.ts";
import {
  advancedSettingsSchema,
  billingSettingsSchema,
  generalSettingsSchema,
  securitySettingsSchema,
  settingsDefaults,
} from "./organization-settings.schema.ts";

const general = {
  name: "Praxis am Musterplatz",
  timezone: "Europe/Berlin",
  language: "de",
  currency: "EUR",
  address: "Musterplatz 1\r\n12345 Musterstadt",
  phone: null,
  email: null,
  supportEmail: null,
  technicalContact: { name: "Kim Muster", email: "Technik@Example.ORG", phone: null },
  adminContact: null,
} as const;

describe("settings of an organization", () => {
  it("R3-30 R3-31 general settings keep the lines of an address and normalize the e-mail addresses of contacts", () => {
    const parsed = generalSettingsSchema.parse(general);
    expect(parsed.address).toBe("Musterplatz 1\n12345 Musterstadt");
    expect(parsed.technicalContact?.email).toBe("technik@example.org");
  });

  it.each(["Europe/Zürich", "Mars/Olympus", "+01:00", "", "Europe/Berlin; drop", "europe/../berlin"])(
    "see R3-28 refuses the time zone %j",
    (timezone) => {
      expect(generalSettingsSchema.safeParse({ ...general, timezone }).success).toBe(false);
    },
  );

  it("see R3-28 accepts the zones of all three countries, and UTC", () => {
    for (const timezone of ["Europe/Berlin", "Europe/Vienna", "Europe/Zurich", "UTC", "Etc/GMT-1"]) {
      expect(generalSettingsSchema.safeParse({ ...general, timezone }).success).toBe(true);
    }
  });

  it.each([
    ["sessionIdleMinutes", 4, 31],
    ["sessionHours", 0, 25],
  ] as const)("see R9-10 R9-14 %s stays within the platform's bounds", (field, below, above) => {
    for (const value of [below, above, 7.5, "10", null]) {
      expect(securitySettingsSchema.safeParse({ ...settingsDefaults.security, [field]: value }).success).toBe(
        false,
      );
    }
    for (const value of [below + 1, above - 1]) {
      expect(securitySettingsSchema.safeParse({ ...settingsDefaults.security, [field]: value }).success).toBe(
        true,
      );
    }
  });

  it("R3-29 R3-30 billing and advanced settings are validated", () => {
    const billing = {
      billingEmail: "rechnung@example.org",
      billingContact: null,
      taxId: "DE 123",
      fiscalYear: null,
    };
    expect(billingSettingsSchema.safeParse(billing).success).toBe(true);
    expect(billingSettingsSchema.safeParse({ ...billing, billingEmail: "rechnung" }).success).toBe(false);
    expect(settingsDefaults.advanced).toEqual({ invitationDays: 7, externalAccessDays: 90 });
    for (const days of [0, 31]) {
      const wrong = { ...settingsDefaults.advanced, invitationDays: days };
      expect(advancedSettingsSchema.safeParse(wrong).success).toBe(false);
    }
  });

  it("see R7o-05 a change accepts every field of the entity and no others", () => {
    expect(updateOrganizationSchema.safeParse({ settings: { security: { sessionHours: 8 } } }).success).toBe(
      true,
    );
    expect(updateOrganizationSchema.safeParse({ settings: { accent: "teal" } }).success).toBe(false);
    expect(updateOrganizationSchema.safeParse({ accent: "teal" }).success).toBe(false);
  });

  it("see R7o-03 a new organization has a country and an optional first administrator", () => {
    const organization = { name: "Ordination Beispielgasse", country: "AT" };
    expect(createOrganizationSchema.parse(organization)).toEqual({ ...organization, type: "practice" });
    expect(createOrganizationSchema.safeParse({ ...organization, administrator: {} }).success).toBe(false);
    expect(createOrganizationSchema.safeParse({ ...organization, country: "FR" }).success).toBe(false);
    expect(createdOrganizationSchema.shape.practiceCode).toBeDefined();
  });

  it("see R7o-07 R7n-05 deleting requires the organization's name, suspending a reason", () => {
    expect(removeOrganizationSchema.safeParse({}).success).toBe(false);
    expect(suspendTenantSchema.safeParse({ reason: "  " }).success).toBe(false);
  });

  it("R7o-12 usage requires both ends of at most 366 days, in order", () => {
    const isValid = (startDate?: string, endDate?: string) =>
      organizationUsageQuery.safeParse({
        ...(startDate && { startDate }),
        ...(endDate && { endDate }),
      }).success;
    expect(isValid()).toBe(true);
    expect(isValid("2026-01-01", "2026-01-01")).toBe(true);
    expect(isValid("2024-01-01", "2024-12-31")).toBe(true);
    expect(isValid("2023-12-31", "2024-12-31")).toBe(false);
    expect(isValid("2026-02-01", "2026-01-31")).toBe(false);
    expect(isValid("2026-02-01")).toBe(false);
    expect(isValid("2026-02-30", "2026-03-01")).toBe(false);
    expect(organizationUsageSchema.shape.days).toBeDefined();
    expect(licensesSchema.shape.seats).toBeDefined();
  });

  it("see R3-22 departments and sites have names, sites a number that matches its kind", () => {
    expect(nameDepartmentSchema.safeParse({ name: " " }).success).toBe(false);
    expect(mergeDepartmentSchema.safeParse({ into: "x" }).success).toBe(false);
    expect(createSiteSchema.safeParse({ name: "Hauptstelle" }).success).toBe(true);
    expect(createSiteSchema.safeParse({ name: "Nord", number: { kind: "bsnr", value: "12" } }).success).toBe(
      false,
    );
    expect(updateSiteSchema.safeParse({ number: null }).success).toBe(true);
    expect(assignSiteSchema.safeParse({ userIds: [] }).success).toBe(false);
  });
});
