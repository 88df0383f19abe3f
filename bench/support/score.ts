import type { Vitals } from "./vitals.ts";

/** Values at which a curve gives 90 and 50 points, in milliseconds. The layout shift has no unit. */
type Curve = { goodValue: number; medianValue: number };

type Metric = "firstPaintMs" | "speedIndexMs" | "largestPaintMs" | "blockedMs" | "layoutShift";

/** Control points of Lighthouse's published scoring, unchanged since version 10. */
const curves: Record<"desktop" | "mobile", Record<Metric, Curve>> = {
  mobile: {
    firstPaintMs: { goodValue: 1_800, medianValue: 3_000 },
    speedIndexMs: { goodValue: 3_387, medianValue: 5_800 },
    largestPaintMs: { goodValue: 2_500, medianValue: 4_000 },
    blockedMs: { goodValue: 200, medianValue: 600 },
    layoutShift: { goodValue: 0.1, medianValue: 0.25 },
  },
  desktop: {
    firstPaintMs: { goodValue: 934, medianValue: 1_600 },
    speedIndexMs: { goodValue: 1_311, medianValue: 2_300 },
    largestPaintMs: { goodValue: 1_200, medianValue: 2_400 },
    blockedMs: { goodValue: 150, medianValue: 350 },
    layoutShift: { goodValue: 0.1, medianValue: 0.25 },
  },
};

const weights: Record<Metric, number> = {
  firstPaintMs: 0.1,
  speedIndexMs: 0.1,
  largestPaintMs: 0.25,
  blockedMs: 0.3,
  layoutShift: 0.25,
};

/** Returns the error function, by approximation 7.1.26 of Abramowitz and Stegun. */
function erf(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x));
  const series =
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  return Math.sign(x) * (1 - series * Math.exp(-x * x));
}

/** Returns 0 to 1 on a log-normal curve through the two control points. */
function pointsOf(value: number, { goodValue: good, medianValue: middle }: Curve): number {
  if (value <= 0) return 1;
  const inverseErfcAtOneFifth = 0.9061938024368232;
  const distance = (Math.log(value / middle) * inverseErfcAtOneFifth) / -Math.log(good / middle);
  return (1 - erf(distance)) / 2;
}

/**
 * Computes Lighthouse's performance score, 0 to 100, from measured metrics. The mean of first and largest
 * paint replaces the speed index, which Lighthouse computes from a filmstrip of the page.
 */
export function performanceScore(vitals: Vitals, device: "desktop" | "mobile"): number {
  const values: Record<Metric, number> = {
    ...vitals,
    speedIndexMs: (vitals.firstPaintMs + vitals.largestPaintMs) / 2,
  };
  const points = (Object.keys(weights) as Metric[]).reduce(
    (sum, metric) => sum + weights[metric] * pointsOf(values[metric], curves[device][metric]),
    0,
  );
  return Math.round(points * 100);
}
