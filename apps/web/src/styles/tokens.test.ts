import { readFileSync } from "node:fs";
import { compile } from "tailwindcss";
import { describe, expect, it } from "vitest";
import { contrast, distance, readTokens, visions, type Rgb, type Theme } from "./read-tokens.ts";

const css = readFileSync(new URL("./tokens.css", import.meta.url), "utf8");
const themes: Theme[] = ["light", "dark"];
const charts = [1, 2, 3, 4, 5].map((number) => `chart-${number}`);
const tints = ["teal", "blue", "plum", "sand", "moss", "clay", "iris", "slate"];

/** Foreground, background and the ratio that WCAG 2.2 AA requires. */
const pairs: [string, string, number][] = [
  ...["text", "text-2", "text-3"].flatMap((foreground) =>
    ["surface", "canvas", "surface-2", "surface-3", "overlay"].map((on): [string, string, number] => [
      foreground,
      on,
      4.5,
    ]),
  ),
  ["text", "accent-soft", 4.5],
  ["text-2", "accent-soft", 4.5],
  ["text-3", "accent-soft", 4.5],
  ["text-2", "side", 4.5],
  ["text-3", "side", 4.5],
  ["text", "brand-panel", 4.5],
  ["text-2", "brand-panel", 4.5],
  ["accent-ink", "accent", 4.5],
  ["accent-ink", "accent-hover", 4.5],
  ["accent-text", "surface", 4.5],
  ["accent-text", "canvas", 4.5],
  ["accent-text", "accent-soft", 4.5],
  ["accent-text", "overlay", 4.5],
  ["danger-ink", "danger-solid", 4.5],
  ["danger", "surface", 4.5],
  ["danger", "overlay", 4.5],
  ...["success", "info", "warning", "danger", "neutral"].map((name): [string, string, number] => [
    name,
    `${name}-soft`,
    4.5,
  ]),
  ["text-2", "danger-soft", 4.5],
  ["text-2", "warning-soft", 4.5],
  ["text-2", "success-soft", 4.5],
  ["text-2", "info-soft", 4.5],
  ...tints.map((tint): [string, string, number] => [`tint-${tint}-ink`, `tint-${tint}`, 4.5]),
  ["field", "surface", 3],
  ["field", "overlay", 3],
  ["focus", "surface", 3],
  ["focus", "canvas", 3],
  ["focus", "overlay", 3],
  ["accent", "surface", 3],
  ...charts.map((chart): [string, string, number] => [chart, "surface", 3]),
];

function color(tokens: Map<string, Rgb>, name: string): Rgb {
  const value = tokens.get(name);
  if (!value) throw new Error(`No token --${name}`);
  return value;
}

describe.each(themes)("colors of the %s theme", (theme) => {
  const tokens = readTokens(css, theme);

  it.each(pairs)("see R1-36 %s on %s has a contrast of at least %s", (foreground, ground, least) => {
    expect(contrast(color(tokens, foreground), color(tokens, ground))).toBeGreaterThanOrEqual(least);
  });

  it.each(Object.keys(visions))("chart series are at least 12 apart with %s vision", (name) => {
    const vision = visions[name] ?? [];
    const distances = charts.flatMap((chart, index) =>
      charts.slice(index + 1).map((other) => distance(color(tokens, chart), color(tokens, other), vision)),
    );
    expect(distances).toHaveLength(10);
    expect(Math.min(...distances)).toBeGreaterThanOrEqual(12);
  });
});

describe("utility classes", () => {
  const names = [...readTokens(css, "light").keys()];
  const build = async (classes: string[]) => (await compile(`${css}\n@tailwind utilities;`)).build(classes);

  it("see R1-36 exist for every color of the tokens", async () => {
    const built = await build(names.map((name) => `bg-${name}`));
    const missing = names.filter((name) => !built.includes(`background-color: var(--${name});`));
    expect(missing).toEqual([]);
  });

  it("see R1-36 do not exist for colors of the default palette", async () => {
    expect(await build(["bg-red-500", "text-white", "border-gray-200"])).toBe(await build([]));
  });
});
