import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));
const components = globSync("**/*.tsx", { cwd: root }).filter((file) => !file.endsWith(".test.tsx"));
const rawColour = /#[0-9a-f]{3,8}\b(?=["';\s)\]])|\b(?:rgba?|hsla?|oklch|oklab)\(/i;

describe("components use design tokens only", () => {
  it("finds components to check", () => {
    expect(components.length).toBeGreaterThan(20);
  });

  it.each(components)("%s names no raw colour", (file) => {
    const found = readFileSync(`${root}/${file}`, "utf8")
      .split("\n")
      .filter((line) => rawColour.test(line) && !line.includes("href="));
    expect(found).toEqual([]);
  });

  it("recognizes a raw colour", () => {
    for (const line of ['fill="#0B7468"', "bg-[#fff]", "color: rgb(1 2 3)"])
      expect(rawColour.test(line)).toBe(true);
  });
});
