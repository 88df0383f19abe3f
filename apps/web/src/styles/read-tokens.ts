export type Theme = "light" | "dark";
export type Rgb = readonly [number, number, number];

/**
 * Returns the hex colors of one theme in tokens.css by token name. The dark theme inherits the tokens that it does not
 * set.
 */
export function readTokens(css: string, theme: Theme): Map<string, Rgb> {
  const light = block(css, ":root");
  return theme === "light" ? light : new Map([...light, ...block(css, ".dark")]);
}

function block(css: string, selector: string): Map<string, Rgb> {
  const body = css.split(new RegExp(`^ *${selector.replace(".", "[.]")} \\{$`, "m"))[1]?.split(/^ *\}$/m)[0];
  if (body === undefined) throw new Error(`tokens.css has no ${selector}`);
  const colors = [...body.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)];
  return new Map(colors.map(([, name = "", hex = ""]) => [name, rgb(hex)]));
}

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex, 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

/** Converts a color to linear light, each part 0 to 1. */
function toLinear([r, g, b]: Rgb): Rgb {
  const part = (value: number) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return [part(r), part(g), part(b)];
}

/** Returns the contrast between two colors by the WCAG 2 formula, 1 to 21. */
export function contrast(left: Rgb, right: Rgb): number {
  const luminance = (color: Rgb) => {
    const [r, g, b] = toLinear(color);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const [low = 0, high = 0] = [luminance(left), luminance(right)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function multiply(matrix: readonly Rgb[], [x, y, z]: Rgb): Rgb {
  const row = (index: number) => {
    const [a, b, c] = matrix[index] ?? [0, 0, 0];
    return a * x + b * y + c * z;
  };
  return [row(0), row(1), row(2)];
}

/** Matrices that simulate complete color-vision deficiencies in linear light (Machado, Oliveira and Fernandes 2009). */
export const visions: Readonly<Record<string, readonly Rgb[]>> = {
  usual: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function toOklab(linear: Rgb): Rgb {
  const lms = multiply(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    linear,
  );
  const [l, m, s] = lms;
  return multiply(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    [Math.cbrt(l), Math.cbrt(m), Math.cbrt(s)],
  );
}

/** Returns the distance between two colors as perceived with this vision: OKLab × 100. */
export function distance(left: Rgb, right: Rgb, vision: readonly Rgb[]): number {
  const clip = (value: number) => Math.min(1, Math.max(0, value));
  const perceived = (color: Rgb) => {
    const [r, g, b] = multiply(vision, toLinear(color));
    return toOklab([clip(r), clip(g), clip(b)]);
  };
  const [a, b] = [perceived(left), perceived(right)];
  return 100 * Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}
