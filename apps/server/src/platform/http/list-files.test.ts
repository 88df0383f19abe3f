import fc from "fast-check";
import { expect, it } from "vitest";
import { csvOf } from "./list-files.ts";

/** Returns the lines of an export with the values as its only column. */
async function cells(values: readonly string[]): Promise<string[]> {
  async function* rows() {
    yield* values;
  }
  let text = "";
  for await (const chunk of csvOf(rows(), [["Name", (value) => value]], "de")) text += chunk;
  return text.slice(1).split("\r\n").slice(1, -1);
}

const signs = ["=", "+", "-", "@", "＝", "﹦", "⁼", "₌", "＋", "﹢", "⁺", "－", "﹣", "⁻", "−", "＠", "﹫"];
const invisible = [
  "",
  " ",
  "\t",
  "\u00a0",
  "\u3000",
  "\u200b",
  "\u200f",
  "\u2060",
  "\ufeff",
  "\u00ad",
  "\u2800",
];
const otherInvisible = ["\u3164", "\u{e0041}", "\u0001", "\u034f", "\u115f", "\u180e", "\ufe0f"];

it("N75 a cell that begins with any form of a formula sign is kept as text, even after invisible characters", async () => {
  const starts = [...invisible, ...otherInvisible, "\u200b \u3164\t"].flatMap((before) =>
    signs.map((sign) => `${before}${sign}1+1`),
  );
  const lines = await cells(starts);
  expect(lines).toEqual(starts.map((start) => `'${start}`));
});

it("N75 a cell that begins with a control character is kept as text", async () => {
  expect(await cells(["\tA", "\rA", "\nA"])).toEqual(["'\tA", `"'\rA"`, `"'\nA"`]);
});

it("N75 other cells are unchanged", async () => {
  const plain = ["", "Mia Muster", " Mia", "1+1", "a=b", "(1)", "½", "éa", "日本", "\u00a8", "::=", "👨‍👩‍👧"];
  expect(await cells(plain)).toEqual(plain);
});

it("N75 no cell begins with a character that normalizes to a formula sign, for any text", async () => {
  const texts = fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 8 }), {
    minLength: 50,
    maxLength: 80,
  });
  await fc.assert(
    fc.asyncProperty(texts, async (values) => {
      for (const line of await cells(values.map((value) => value.replaceAll(/[\r\n";]/g, "x"))))
        expect(line.normalize("NFKC")).not.toMatch(
          /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@]/u,
        );
    }),
    { numRuns: 5 },
  );
});
