import { describe, expect, it } from "vitest";
import de from "./users.de.json" with { type: "json" };
import { initialsOf, nameOf, sortNameOf } from "./person-name.ts";

describe("the word for a state", () => {
  it("R4-92 uses different German words for gesperrt, blockiert and deaktiviert", () => {
    expect([de.status.locked, de.status.blocked, de.status.deactivated]).toEqual([
      "Gesperrt",
      "Blockiert",
      "Deaktiviert",
    ]);
  });
});

describe("names", () => {
  const person = (firstName: string, lastName: string) => ({
    personalInfo: { firstName, lastName, email: null },
  });

  it("makes the Kürzel from both halves of a double name", () => {
    expect(initialsOf(person("Anneliese", "Beispiel-Oberhuber"))).toBe("ABO");
    expect(initialsOf(person("Ina", "Musterfrau"))).toBe("IMU");
    expect(initialsOf(person("Örs", "ß"))).toBe("ÖSS");
  });

  it("writes the surname first where lists sort by it", () => {
    expect(nameOf(person("Mira", "Beispiel-Ahorn"))).toBe("Mira Beispiel-Ahorn");
    expect(sortNameOf(person("Mira", "Beispiel-Ahorn"))).toBe("Beispiel-Ahorn, Mira");
  });
});
