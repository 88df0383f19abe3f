import { expect, it } from "vitest";
import { personOptionsOf } from "./person-options.ts";

it("sorts people by last name, then by first name, and labels them with the last name first", () => {
  const people = [
    ["Anna", "Zufall"],
    ["Zoe", "Muster"],
    ["Lia", "Muster-Spät"],
    ["Bea", "Muster"],
    ["Emil", "Ähnlich"],
    ["", "Beispiel"],
  ] as const;
  const options = personOptionsOf(
    people.map(([firstName, lastName], index) => ({
      id: String(index),
      personalInfo: { firstName, lastName, email: null },
    })),
    "de",
  );
  expect(options.map(({ label }) => label)).toEqual([
    "Ähnlich, Emil",
    "Beispiel",
    "Muster, Bea",
    "Muster, Zoe",
    "Muster-Spät, Lia",
    "Zufall, Anna",
  ]);
  expect(options[0]).toEqual({ id: "4", name: "Emil Ähnlich", label: "Ähnlich, Emil" });
});
