import { describe, expect, it } from "vitest";
import type { LegacyPatient } from "./legacy.api.ts";
import { ageOn, namesakesAmong } from "./patient-labels.ts";

const patient = (id: string, change: Partial<LegacyPatient> = {}): LegacyPatient => ({
  id,
  number: id,
  lastName: "Muster",
  firstName: "Jan",
  birthDate: "1979-05-14",
  sex: null,
  insurance: null,
  phone: null,
  street: null,
  postalCode: null,
  city: null,
  lastVisit: null,
  ...change,
});

describe("patients of the legacy server", () => {
  it.each([
    ["1979-05-14", "2026-05-13", 46],
    ["1979-05-14", "2026-05-14", 47],
    ["2024-02-29", "2025-02-28", 0],
    ["2024-02-29", "2025-03-01", 1],
    ["2026-05-14", "2026-05-14", 0],
  ])("born on %s have, on %s, an age of %i years", (birthDate, day, age) => {
    expect(ageOn(day, birthDate)).toBe(age);
  });

  it("are namesakes if they have the same name and date of birth, regardless of case", () => {
    const namesakes = namesakesAmong([
      patient("one"),
      patient("two", { firstName: "JAN" }),
      patient("other name", { firstName: "Jana" }),
      patient("other birth", { birthDate: "1979-05-15" }),
      patient("unknown birth", { birthDate: null }),
      patient("unknown birth too", { birthDate: null }),
    ]);
    expect([...namesakes].toSorted()).toEqual(["one", "two"]);
  });
});
