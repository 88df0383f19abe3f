import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import {
  organizationDetailsSchema,
  updateOrganizationSchema,
} from "@praxisportal/contract/organizations/organization-changes.schema";
import {
  advancedSettingsSchema,
  billingSettingsSchema,
  currencies,
  generalSettingsSchema,
  integrationSettingsSchema,
  notificationSettingsSchema,
  securitySettingsSchema,
} from "@praxisportal/contract/organizations/organization-settings.schema";
import { organizationTypes } from "@praxisportal/contract/organizations/organizations.schema";
import { twoFactorPolicies } from "@praxisportal/contract/two-factor/two-factor.schema";
import { describe, expect, it } from "vitest";
import { changedFields, changesOf, draftOf, mergeDraft } from "./draft.ts";
import { choices, detailSections, fieldsOf, settingGroups, settingSections } from "./field-plan.ts";

const organization = {
  name: "Praxis am Musterplatz",
  verifiedAt: null,
  email: null,
  phone: "030 123",
  technicalContact: { name: "Kim Muster", email: null, phone: null },
  settings: {
    security: {
      twoFactorPolicy: "required_admins",
      sessionIdleMinutes: 30,
      sessionHours: 24,
      allowRememberMe: true,
    },
  },
} as unknown as Organization;

const general = fieldsOf(settingSections.general);
const security = fieldsOf(settingSections.security);
const platform = fieldsOf(detailSections(true));

describe("organization form", () => {
  it("see R1-10 sends changed fields only", () => {
    const draft = { ...draftOf(organization, general), email: " praxis@example.org ", phone: "" };
    expect(changesOf(draft, organization, general)).toEqual({ email: "praxis@example.org", phone: null });
    expect(changedFields(draftOf(organization, general), organization, general)).toEqual([]);
  });

  it("see R1-10 sends a contact as a whole, and no contact if it is empty", () => {
    const draft = draftOf(organization, general);
    expect(changesOf({ ...draft, "technicalContact.phone": "030 9" }, organization, general)).toEqual({
      technicalContact: { name: "Kim Muster", email: null, phone: "030 9" },
    });
    expect(changesOf({ ...draft, "technicalContact.name": " " }, organization, general)).toEqual({
      technicalContact: null,
    });
  });

  it("R2.4-35 sends numbers as numbers, and leaves invalid input to the shared validation", () => {
    const draft = draftOf(organization, security);
    const hours = (text: string) =>
      changesOf({ ...draft, "settings.security.sessionHours": text }, organization, security);
    expect(hours("8")).toEqual({ settings: { security: { sessionHours: 8 } } });
    expect(updateOrganizationSchema.safeParse(hours("8")).success).toBe(true);
    for (const wrong of ["acht", "", "8,5", "25"]) {
      expect(updateOrganizationSchema.safeParse(hours(wrong)).success, wrong).toBe(false);
    }
  });

  it("see R1-10 keeps the time of the last verification", () => {
    const draft = { ...draftOf(organization, platform), verifiedAt: true };
    expect(changesOf(draft, organization, platform)).toEqual({
      verifiedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    });
  });

  it("see R1-10 keeps the input after a concurrent change and takes the current values of the other fields", () => {
    const editedDraft = { ...draftOf(organization, general), name: "Praxis Neu", phone: "030 4" };
    const current = { ...organization, name: "Praxis Anders", email: "neu@example.org" } as Organization;
    const { draft, conflicts } = mergeDraft(editedDraft, organization, current, general);
    expect(conflicts).toEqual(["name"]);
    expect(changesOf(draft, current, general)).toEqual({ name: "Praxis Neu", phone: "030 4" });
  });
});

describe("the form fields", () => {
  const schemas = {
    general: generalSettingsSchema,
    security: securitySettingsSchema,
    billing: billingSettingsSchema,
    notification: notificationSettingsSchema,
    integration: integrationSettingsSchema,
    advanced: advancedSettingsSchema,
  };

  it.each(settingGroups)("R2.4-33 the group %s has exactly the fields of the contract", (group) => {
    const fields = fieldsOf(settingSections[group]).map((path) =>
      path.replace(`settings.${group}.`, "").replace(/\.(?:name|email|phone)$/, ""),
    );
    expect([...new Set(fields)].toSorted()).toEqual(Object.keys(schemas[group].shape).toSorted());
  });

  it("see R1-10 the details contain every field that is in no settings group, except the logo, which has its own card", () => {
    const detailFields = Object.keys(organizationDetailsSchema.shape).filter((field) => field !== "logo");
    expect(platform).toEqual(expect.arrayContaining(detailFields));
    expect(platform).not.toContain("logo");
    expect(fieldsOf(detailSections(false))).not.toContain("country");
  });

  it("see R1-10 the choices equal those of the contract", () => {
    expect(choices.type).toEqual(organizationTypes);
    expect(choices.currency).toEqual(currencies);
    expect(choices["settings.security.twoFactorPolicy"]).toEqual(twoFactorPolicies);
  });
});
