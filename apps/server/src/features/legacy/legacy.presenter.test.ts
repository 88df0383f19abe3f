import { describe, expect, it } from "vitest";
import * as presenter from "./legacy.presenter.ts";

const row = { id: "p1", nummer: "1", nachname: "Musterpatient", vorname: "Probe" };

describe("responses of the legacy server", () => {
  it("see R0-211 omit invalid rows and replace unknown values by null", () => {
    const patients = presenter.presentPatients([
      row,
      { ...row, id: 7 },
      { ...row, nachname: null },
      { ...row, geburtsdatum: "02.03.1980" },
      { ...row, geschlecht: "x" },
      { ...row, telefon: ["+49 30 23125001"] },
      { ...row, vorname: "x".repeat(501) },
      null,
      "text",
      { ...row, id: "p2", geschlecht: "w", geburtsdatum: "1980-03-02", ort: "" },
    ]);
    expect(patients?.map(({ id, sex, birthDate, city }) => [id, sex, birthDate, city])).toEqual([
      ["p1", null, null, null],
      ["p2", "female", "1980-03-02", null],
    ]);
  });

  it.each([undefined, null, "text", 1, {}, { data: null }, { data: {} }, { data: "text" }])(
    "R8-25 %j is not a list",
    (response) => {
      expect(presenter.presentPatients(response)).toBeUndefined();
      expect(presenter.presentTestDescriptions(response)).toBeUndefined();
    },
  );

  it.each([undefined, null, "text", [], {}, { id: "MUSTER", name: 7 }])(
    "R8-24 %j is not a practice, so it is null",
    (response) => {
      expect(presenter.presentPractice(response)).toBeNull();
    },
  );

  it("see R8-24 a practice without opening hours has none", () => {
    const response = { id: "MUSTER", name: "Musterpraxis", oeffnungszeiten: "nach Vereinbarung" };
    expect(presenter.presentPractice(response)?.openingHours).toEqual([]);
  });

  it.each([undefined, null, {}, { token: "" }, { token: 7 }, { token: "a\nb" }])(
    "%j has no token",
    (response) => {
      expect(presenter.tokenOf(response)).toBeUndefined();
    },
  );
});
