import { describe, expect, it } from "vitest";
import de from "./users.de.json" with { type: "json" };
import { initialsOf, nameOf, sortNameOf } from "./person-name.ts";
import { stateOf } from "./user-status.tsx";

describe("stateOf", () => {
  const free = { lockStatus: "unlocked", blockedAt: null } as const;

  it("is the membership when nothing stands against it", () => {
    expect(stateOf({ ...free, status: "active" })).toBe("active");
    expect(stateOf({ ...free, status: "pending" })).toBe("pending");
    expect(stateOf({ ...free, status: "deactivated" })).toBe("deactivated");
  });

  it("says what keeps somebody from working; blocked before locked", () => {
    expect(stateOf({ status: "active", lockStatus: "locked", blockedAt: null })).toBe("locked");
    expect(stateOf({ status: "active", lockStatus: "locked", blockedAt: "2026-01-01T00:00:00Z" })).toBe(
      "blocked",
    );
  });

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
