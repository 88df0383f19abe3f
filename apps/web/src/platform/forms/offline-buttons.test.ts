import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../..");

/** Returns the opening tags of buttons, with their attributes. */
function buttonTags(text: string): string[] {
  return [...text.matchAll(/<(?:\w*Button|button)\b/g)].map(({ index }) => {
    let depth = 0;
    for (let end = index; end < text.length; end += 1) {
      const character = text[end];
      if (character === "{") depth += 1;
      if (character === "}") depth -= 1;
      if (character === ">" && depth === 0) return text.slice(index, end);
    }
    return text.slice(index);
  });
}

/** Returns whether a button starts a change itself. */
const startsChange = (tag: string) => /\b(?:run|mutate)\(/.test(tag);

it("see R0-191 every button that starts a change shows its progress, and is therefore disabled offline", () => {
  const tags = globSync("{app,features,platform}/**/*.tsx", { cwd: root })
    .filter((file) => !file.includes(".test."))
    .flatMap((file) =>
      buttonTags(readFileSync(join(root, file), "utf8")).map((tag) => ({
        file: file.replaceAll("\\", "/"),
        tag,
      })),
    )
    .filter(({ tag }) => startsChange(tag));
  expect(tags.length).toBeGreaterThan(20);
  expect(tags.filter(({ tag }) => !/\sbusy(?:=|\s|$)/.test(tag))).toEqual([]);
});

it("see R0-191 a button without progress is found", () => {
  const text =
    '<p>\n  <Button icon={Icon} onClick={() => void removal.run("all")}>\n    Alle\n  </Button>\n</p>';
  const [tag = ""] = buttonTags(text);
  expect([tag, startsChange(tag), tag.includes("busy")]).toEqual([
    '<Button icon={Icon} onClick={() => void removal.run("all")}',
    true,
    false,
  ]);
});
