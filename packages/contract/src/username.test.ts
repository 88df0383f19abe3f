import { describe, expect, it } from "vitest";
import { usernameSchema } from "./validation.ts";
import { suggestUsername } from "./username.ts";

describe("suggestUsername", () => {
  it.each([
    ["Erika", "Muster", "erika_muster"],
    ["Jörg", "Müßig-Öhler", "joerg_muessig_oehler"],
    ["Zoë", "Nuñez Çelik", "zoe_nunez_celik"],
    ["Łukasz", "Ångström", "lukasz_angstroem"],
    ["", "Beispiel", "beispiel"],
    ["  ", "--", ""],
    ["伟", "李", ""],
    ["A".repeat(30), "B".repeat(30), `${"a".repeat(30)}_${"b".repeat(9)}`],
  ])("R5-38 suggests for %s %s: %s", (first, last, expected) => {
    const username = suggestUsername(first, last);
    expect(username).toBe(expected);
    expect(usernameSchema.safeParse(username).success).toBe(expected !== "");
  });
});
