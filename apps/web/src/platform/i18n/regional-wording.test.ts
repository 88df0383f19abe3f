import { describe, expect, it } from "vitest";
import { regionalWording } from "./regional-wording.ts";

const inCountry = (text: string, region: "DE" | "AT" | "CH") => regionalWording({ text }, region)["text"];

describe("German wording by country", () => {
  it("see R1-30 is unchanged in Germany", () => {
    const tree = { text: "Die Größe der Praxis: „groß“" };
    expect(regionalWording(tree, "DE")).toBe(tree);
  });

  it.each([
    ["Praxis auswählen", "Ordination auswählen"],
    ["Alle Praxen", "Alle Ordinationen"],
    ["Praxiscode eingeben", "Ordinationscode eingeben"],
    ["Praxis-Administration", "Ordinations-Administration"],
    ["Praxismanagement der Praxis", "Ordinationsmanagement der Ordination"],
    ["Ihre Arztpraxis", "Ihre Arztordination"],
    ["Willkommen im Praxisportal", "Willkommen im Praxisportal"],
    ["MFA am Empfang", "Ordinationsassistenz am Empfang"],
    ["Schließen", "Schließen"],
  ])("see R1-30 uses the Austrian term for %s: %s", (german, austrian) => {
    expect(inCountry(german, "AT")).toBe(austrian);
  });

  it.each([
    ["Größe {name}", "Grösse {name}"],
    ["Das Feld „{field}“ ist leer.", "Das Feld «{field}» ist leer."],
    ["MFA oder Praxismanager:in", "MPA oder MPK"],
    ["Praxis auswählen", "Praxis auswählen"],
  ])("see R1-30 uses the Swiss spelling for %s: %s", (german, swiss) => {
    expect(inCountry(german, "CH")).toBe(swiss);
  });

  it("see R1-30 is applied to nested and compiled texts, but not to argument names", () => {
    const built = { deep: { text: [["praxis", 2], "Praxis ", ["name"]] } };
    expect(regionalWording(built as never, "AT")).toEqual({
      deep: { text: [["praxis", 2], "Ordination ", ["name"]] },
    });
  });
});
