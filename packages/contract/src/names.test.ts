import { describe, expect, it } from "vitest";
import { addMemberSchema } from "./members/members.schema.ts";
import { authenticateSchema } from "./org-tokens/org-tokens.schema.ts";
import { contactSchema, organizationNameSchema } from "./organizations/organization-settings.schema.ts";
import { passkeyNameSchema } from "./passkeys/passkeys.schema.ts";
import { createSiteSchema } from "./sites/sites.schema.ts";
import { startOnboardingSchema } from "./staff/staff.schema.ts";
import { createUserSchema, departmentNameSchema } from "./users/users.schema.ts";
import { personNameSchema } from "./validation.ts";
import { updateWorkstationSchema } from "./workstations/workstations.schema.ts";

describe("names", () => {
  it("N69 refuses names with invisible characters", () => {
    const invisibleNames = [
      0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b, 0x200c, 0x200d, 0x200e, 0x202e,
      0x2060, 0x2800, 0x3164, 0xd800, 0xdc00, 0xfe00, 0xfe0f, 0xffa0, 0xfff9, 0xe0041, 0xe0100, 0x0007,
      0x000a,
    ];
    for (const code of invisibleNames) {
      const character = String.fromCodePoint(code);
      for (const name of [character, `Inge${character}`, `In${character}ge`, ` ${character} `]) {
        expect([code.toString(16), name, personNameSchema.safeParse(name).success]).toEqual([
          code.toString(16),
          name,
          false,
        ]);
      }
    }
    // A byte order mark at either end is trimmed like white space.
    expect(personNameSchema.safeParse("In\ufeffge").success).toBe(false);
    expect(personNameSchema.parse("Inge\ufeff")).toBe("Inge");
    for (const empty of ["", "   ", "\u00a0", "\u3000", "\u0301"]) {
      expect([empty, personNameSchema.safeParse(empty).success]).toEqual([empty, false]);
    }
  });

  it("N69 accepts names in many languages and normalizes equivalent letters", () => {
    for (const name of [
      "Müller-Lüdenscheidt",
      "O’Neill",
      "D'Angelo",
      "Zoë",
      "Łukasz",
      "İpek",
      "Nguyễn",
      "王小明",
      "Öz Jr.",
    ]) {
      expect(personNameSchema.parse(name)).toBe(name.normalize("NFC"));
    }
    expect(personNameSchema.parse("Mu\u0308ller")).toBe("Müller");
  });

  it("N69 every name entered by a user follows the same rule", () => {
    const nameSchemas = [
      createUserSchema.shape.personalInfo.shape.lastName,
      departmentNameSchema,
      passkeyNameSchema,
      createSiteSchema.shape.name,
      organizationNameSchema,
      contactSchema.shape.name,
      updateWorkstationSchema.shape.label,
      authenticateSchema.shape.applicationName,
      addMemberSchema.shape.firstName,
      startOnboardingSchema.shape.lastName,
    ];
    for (const [index, schema] of nameSchemas.entries()) {
      expect([index, schema.safeParse("Empfang").success, schema.safeParse("Emp\u200bfang").success]).toEqual(
        [index, true, false],
      );
    }
  });
});
