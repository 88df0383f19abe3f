import { describe, expect, it } from "vitest";
import { sentencesUntil, visiblePart } from "./growing-text.ts";

describe("visiblePart", () => {
  it("hides a placeholder until it is complete", () => {
    expect(visiblePart("Frau [Na")).toBe("Frau ");
    expect(visiblePart("Frau \\[Name 1")).toBe("Frau ");
    expect(visiblePart("Frau [Name 1]")).toBe("Frau [Name 1]");
    expect(visiblePart("Frau [Name 1] und Herr [")).toBe("Frau [Name 1] und Herr ");
  });

  it("shows text too long to be a placeholder", () => {
    const long = `[${"kein Platzhalter ".repeat(4)}`;
    expect(visiblePart(long)).toBe(long);
  });
});

describe("sentencesUntil", () => {
  it("ends after the last complete sentence", () => {
    const text = "Erster Satz. „Zweiter?“ Der dritte kommt";
    expect(text.slice(0, sentencesUntil(text, 0))).toBe("Erster Satz. „Zweiter?“");
    expect(sentencesUntil(text, 24)).toBe(24);
    expect(sentencesUntil("3.5 mg", 0)).toBe(0);
  });
});
