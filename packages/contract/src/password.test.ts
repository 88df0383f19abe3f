import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passwordContextWords, passwordIssues } from "./password.ts";

describe("password rule", () => {
  it("see R9-50 reports each violated part", () => {
    expect(passwordIssues("Abcdef1")).toEqual(["passwordMinLength"]);
    expect(passwordIssues("abcdefg1")).toEqual(["passwordUppercase"]);
    expect(passwordIssues("ABCDEFG1")).toEqual(["passwordLowercase"]);
    expect(passwordIssues("Abcdefgh")).toEqual(["passwordDigit"]);
    expect(passwordIssues("")).toEqual([
      "passwordMinLength",
      "passwordUppercase",
      "passwordLowercase",
      "passwordDigit",
    ]);
    expect(passwordIssues("Abcdefg1")).toEqual([]);
  });

  it("accepts up to 128 characters with spaces and unicode, counted as code points", () => {
    expect(passwordIssues(`Ä ß1${"é".repeat(124)}`)).toEqual([]);
    expect(passwordIssues(`Aa1${"😀".repeat(125)}`)).toEqual([]);
    expect(passwordIssues(`Aa1${"x".repeat(126)}`)).toEqual(["passwordMaxLength"]);
    expect(passwordIssues("Aa1😀😀😀😀")).toEqual(["passwordMinLength"]);
    expect(passwordIssues("Über Größe 7")).toEqual([]);
  });

  it("see R9-50 applies exactly this rule to any text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (password) => {
        const issues = passwordIssues(password);
        const length = [...password].length;
        expect(issues.includes("passwordMinLength")).toBe(length < 8);
        expect(issues.includes("passwordMaxLength")).toBe(length > 128);
        expect(passwordIssues(`${password}Aa1`)).not.toContain("passwordUppercase");
      }),
    );
  });
});

describe("context words", () => {
  const words = passwordContextWords({
    firstName: "Erika",
    lastName: "Muster-Probe",
    username: "inhaberin",
    email: "erika.muster@example.org",
    organizationName: "Praxis am Musterplatz",
  });

  it("R5-34 are rejected in upper or lower case, alone or surrounded by digits", () => {
    const refusedPasswords = [
      "Inhaberin2026",
      "INHABERIn1",
      "2026Inhaberin",
      "ErikaMusterProbe1",
      "Muster-Probe Erika 7",
      "Erika.Muster@example.org1",
      "Erika.Muster9",
      "Praxis am Musterplatz 1",
      "PraxisAmMusterplatz99",
      "Praxisportal2026",
    ];
    for (const password of refusedPasswords)
      expect(passwordIssues(password, words), password).toEqual(["passwordContext"]);
  });

  it("do not matter if the password merely contains one of them", () => {
    for (const password of ["Inhaberin2026Berge", "Demo-Praxis-2026!", "MeinMusterplatz8Haus"]) {
      expect(passwordIssues(password, words), password).toEqual([]);
    }
  });

  it("are ignored if missing or too short to identify a person", () => {
    const shortWords = passwordContextWords({
      firstName: "",
      lastName: "Li",
      username: null,
      email: undefined,
    });
    expect(passwordIssues("12345678Li", shortWords)).toEqual([]);
    expect(passwordContextWords({})).toEqual([]);
    expect(passwordIssues("A b 1 2 3 4", ["", " ", "--"])).toEqual([]);
  });
});
