import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSensitive } from "./find-sensitive.ts";

/** Returns the marked parts of a text as "kind: words". */
const marked = (text: string) =>
  findSensitive(text).map(({ start, end, kind }) => `${kind}: ${text.slice(start, end)}`);

describe("findSensitive finds", () => {
  it.each([
    ["Versichert unter X109182737.", "insurance: X109182737"],
    ["KVNR X 109 182 737", "insurance: X 109 182 737"],
    ["Vers.-Nr. X109182738 (Zahlendreher)", "insurance: X109182738"],
    ["SVNR 1375 120361", "insurance: 1375 120361"],
    ["AHV 756.9000.0000.05", "insurance: 756.9000.0000.05"],
    ["Rentenversicherung 65 120361 M 008", "insurance: 65 120361 M 008"],
    ["geb. 12.3.61", "birthDate: 12.3.61"],
    ["geboren am 12. März 1961", "birthDate: 12. März 1961"],
    ["Geburtsdatum: 1961-03-12", "birthDate: 1961-03-12"],
    ["Ich bin am 5. Jänner 1950 in Graz geboren", "birthDate: 5. Jänner 1950"],
    ["unter 0171 3920017 erreichbar", "phone: 0171 3920017"],
    ["+43 664 5550182", "phone: +43 664 5550182"],
    ["(030) 23125-417", "phone: (030) 23125-417"],
    ["Durchwahl 555-2240", "phone: 555-2240"],
    ["079.555.43.21", "phone: 079.555.43.21"],
    ["+49.30.23125.417", "phone: +49.30.23125.417"],
    ["an m.müller+x@praxis-muster.example.", "email: m.müller+x@praxis-muster.example"],
    ["DE64999000001000000000", "iban: DE64999000001000000000"],
    ["IBAN: CH15 9990 0100 0000 0000 0,", "iban: CH15 9990 0100 0000 0000 0"],
    ["Frau Dr. Meier-Lüdenscheid sagt", "name: Meier-Lüdenscheid"],
    ["Herrn Müllers Befund", "name: Müllers"],
    ["Frau Adler und", "name: Adler"],
    ["die Patientin Anna Musterfrau klagt", "name: Anna Musterfrau"],
    ["Pat. Kowalczyk klagt", "name: Kowalczyk"],
    ["Herr van der Meulen ist da", "name: van der Meulen"],
    ["Anna rief an", "name: Anna"],
    ["PATIENTIN MÜLLER, ANNA KOMMT", "name: MÜLLER, ANNA"],
    ["Frau Parkinson hat Migräne", "name: Parkinson"],
    ["wohnhaft in Musterstadt seit Mai", "address: Musterstadt"],
    ["Lindenweg 14, 12345 Musterstadt", "address: Lindenweg 14, 12345 Musterstadt"],
    ["6850 Dornbirn, Haselstauder Gasse 41", "address: 6850 Dornbirn, Haselstauder Gasse 41"],
    ["Am Alten Weiher 3b\n99999 Beispielhausen", "address: Am Alten Weiher 3b\n99999 Beispielhausen"],
  ])("%s", (text, expected) => {
    expect(marked(text)).toEqual([expected]);
  });

  it("a name before a date of birth, and a date after a name", () => {
    expect(marked("Zwirbelhuber, Xenobia, geb. 12.03.1961")).toEqual([
      "name: Zwirbelhuber, Xenobia",
      "birthDate: 12.03.1961",
    ]);
    expect(marked("Frau Musterfrau (12.03.1961), gesehen am 04.05.2025")).toEqual([
      "name: Musterfrau",
      "birthDate: 12.03.1961",
    ]);
  });

  it("numbers of different forms in any order", () => {
    expect(
      marked("RV 65 120361 M 008, KV X109182737, SVNR 1375 120361, 079.555.43.21 oder 0171 3920017"),
    ).toEqual([
      "insurance: 65 120361 M 008",
      "insurance: X109182737",
      "insurance: 1375 120361",
      "phone: 079.555.43.21",
      "phone: 0171 3920017",
    ]);
  });

  it("every occurrence of a recognized name", () => {
    expect(marked("Herr Zwirbelhuber hustet. Zwirbelhubers Frau auch. Zwirbelhuber raucht.")).toEqual([
      "name: Zwirbelhuber",
      "name: Zwirbelhubers",
      "name: Zwirbelhuber",
    ]);
  });

  it("people in a text without capital letters", () => {
    expect(marked("hallo hier ist deniz yilmaz, frau zwirbelhuber soll anrufen")).toEqual([
      "name: deniz yilmaz",
      "name: zwirbelhuber",
    ]);
  });
});

describe("findSensitive ignores", () => {
  it.each([
    "Morbus Basedow, Hashimoto-Thyreoiditis, M. Crohn, M. Parkinson, Wolff-Parkinson-White-Syndrom",
    "Lasègue negativ, Babinski negativ, Romberg sicher, Operation nach Billroth II, Zustand nach Bassini",
    "Kontrolle am 12.03.2025, Befund vom 3. Mai 2024, Wiedervorstellung 2025-06-01",
    "Hb 12,8 g/dl, TSH 0,45 mU/l, RR 130/80, INR 2,4, E11.90, I48.0, 1-0-1-0, 20-20-20-20",
    "Frau Kollegin, Herr Kollege, Sehr geehrte Damen und Herren, Liebe Kolleginnen und Kollegen",
    "Patientin Diabetikerin, Patient Raucher, Vater Hypertoniker, Pat. wach und orientiert",
    "Die Straße 12 Meter lang, auf dem Weg 3 Pausen, 0800-1600 Uhr, Seriennummer 0045678912",
    "Mutter Brustkrebs, Vater Myokardinfarkt, Pat. Husten, Sohn Neurodermitis, Ehemann Rentner",
    "Klinikum St. Elisabeth, Robert-Koch-Institut, Praxis am Stadtpark",
    "Am 3. Tag Fieber, im Stadium 3, 16000 Leukozyten, 20000 Einheiten, 2016 Klappenersatz",
    "PZN 01234567, Rechnung 2025-00871, Auftrag 0250603118, BSNR 012345678",
    "Fr. 8:30 Visite, Mo 152/91, z. B. Metformin, o. B., Ramipril 5 mg Hexal",
  ])("%s", (text) => {
    expect(marked(text)).toEqual([]);
  });

  it("an account number with wrong check digits, unless it is labeled as one", () => {
    expect(marked("Charge DE65999000001000000000")).toEqual([]);
    expect(marked("IBAN DE65999000001000000000")).toEqual(["iban: DE65999000001000000000"]);
  });
});

describe("findSensitive for any text", () => {
  const pieces = [
    "Frau Müller ",
    "😊",
    "👨‍👩‍👧",
    "ä",
    "u\u0308",
    "geb. 12.03.1961 ",
    "X109182737",
    " ",
    "\n",
    "Dr. ",
    "{",
    "0171 3920017",
  ];

  it("returns ordered, disjoint ranges inside the text that do not split characters", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 200 }),
      fc.array(fc.constantFrom(...pieces), { maxLength: 30 }).map((words) => words.join("")),
    );
    fc.assert(
      fc.property(text, (generatedText) => {
        let position = 0;
        for (const { start, end } of findSensitive(generatedText)) {
          expect(start).toBeGreaterThanOrEqual(position);
          expect(end).toBeGreaterThan(start);
          expect(end).toBeLessThanOrEqual(generatedText.length);
          expect(generatedText.slice(start, end).isWellFormed() || !generatedText.isWellFormed()).toBe(true);
          position = end;
        }
      }),
      { numRuns: 300 },
    );
  });

  it("marks the same words after emoji and umlauts, composed or not", () => {
    expect(marked("👨‍👩‍👧 Grüße 😊 von Frau Mu\u0308ller, Tel. 0171 3920017")).toEqual([
      "name: Mu\u0308ller",
      "phone: 0171 3920017",
    ]);
  });

  // Quadratic time would exceed the test's timeout.
  it.each([
    ..."a|A|1|0 |0-|@|a@|a@b.|-|A-|(0|+49 |1 1 |\n|\t".split("|"),
    ..."Aa |Anna |Anna, |H.-J. |Frau |Dr. med. |von der |geb. |geb. 1.1.1970 |1.1.|Name: |Grüße\n".split("|"),
    ..."Am Alten |Am A 1 |Straße 1, |12345 Ort an der |wohnhaft |Postfach 1 |DE64 |756.|Tel. 1 |[Name 1] ".split(
      "|",
    ),
  ])("handles a long text of only %j", (unit) => {
    const text = unit.repeat(Math.ceil(250_000 / unit.length));
    expect(findSensitive(text).every(({ end }) => end <= text.length)).toBe(true);
  });
});
