// @vitest-environment jsdom
import { setupSchema } from "@praxisportal/contract/setup/setup.endpoints";
import { describe, expect, it } from "vitest";
import { emptySetup, setupBody, stepErrors, type PersonDraft, type SetupDraft } from "./setup-draft.ts";

const texts = { sameUsername: "gleicher Name", sameEmail: "gleiche Adresse" };

const anna: PersonDraft = {
  firstName: "Anna",
  lastName: "Muster",
  username: "anna",
  email: "anna@example.org",
  password: "Ein-gutes-1",
  confirmation: "Ein-gutes-1",
};

const draft: SetupDraft = {
  administrator: anna,
  organization: { name: "Praxis am Musterplatz", type: "", country: "CH" },
  member: { ...anna, username: "bert", email: "" },
};

describe("setup", () => {
  it("builds the request body without the confirmation, empty values omitted or null", () => {
    const body = setupBody(draft, "t".repeat(43));
    expect(setupSchema.safeParse(body).success).toBe(true);
    expect(body.organization).toEqual({ name: "Praxis am Musterplatz", country: "CH" });
    expect(body.member.email).toBeNull();
    expect(body.member).not.toHaveProperty("confirmation");
  });

  it("accepts every step of a complete draft", async () => {
    for (const step of ["administrator", "organization", "member"] as const) {
      expect(await stepErrors(step, draft, texts)).toEqual({});
    }
  });

  it("R5-13 names each empty required field in German", async () => {
    const errors = await stepErrors("administrator", emptySetup, texts);
    for (const field of ["firstName", "lastName", "username", "password"]) {
      expect(errors[field], field).toBe("Dieses Feld ist erforderlich");
    }
    expect(errors["email"]).toBeUndefined();
    expect(await stepErrors("organization", emptySetup, texts)).toEqual({
      name: "Dieses Feld ist erforderlich",
    });
  });

  it("R5-35 reports that the passwords differ, without other errors", async () => {
    const { password } = anna;
    for (const confirmation of ["Ein-gutes-2", "", `${password} `, ` ${password}`, password.toUpperCase()]) {
      const invalidDraft = { ...draft, administrator: { ...anna, confirmation } };
      expect(await stepErrors("administrator", invalidDraft, texts)).toEqual({
        confirmation: "Die Passwörter müssen übereinstimmen",
      });
    }
  });

  it("rejects the organization's name as a temporary password", async () => {
    const weak = {
      ...draft,
      member: { ...draft.member, password: "PraxisAmMusterplatz1", confirmation: "PraxisAmMusterplatz1" },
    };
    expect((await stepErrors("member", weak, texts))["password"]).toMatch(/Praxis/);
  });

  it("rejects the same username or email address for both accounts", async () => {
    const same = { ...draft, member: { ...draft.member, username: "ANNA", email: "Anna@example.org" } };
    expect(await stepErrors("member", same, texts)).toEqual({
      username: "gleicher Name",
      email: "gleiche Adresse",
    });
  });
});
