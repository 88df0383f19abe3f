/** Metric in a PromQL expression, with its label matchers. */
type MetricUse = { name: string; matchers: { label: string; operator: string; value: string }[] };

/** Metrics and grouping labels in a PromQL expression. */
export type ExpressionUses = { metrics: MetricUse[]; groupings: string[] };

const groupingWords = new Set(["by", "without", "on", "ignoring", "group_left", "group_right"]);
const otherWords = new Set(["and", "or", "unless", "bool", "offset"]);
const tokens = /"(?:[^"\\]|\\.)*"|[a-zA-Z_:][\w:]*|\d[\w.]*|[{}(),]|[=!~<>+\-*/%^]+/g;
const name = /^[a-zA-Z_:]/;

/** Finds the metrics and labels of a PromQL expression. */
export function usesOf(expression: string): ExpressionUses {
  const uses: ExpressionUses = { metrics: [], groupings: [] };
  const remaining = Array.from(expression.replaceAll(/\[[^\]]*\]/g, "").matchAll(tokens), ([token]) => token);
  const takeUntil = (end: string) => {
    const length = remaining.indexOf(end);
    if (length < 0) throw new Error(`${end} is missing in ${expression}`);
    return remaining.splice(0, length + 1).slice(0, -1);
  };
  for (let token = remaining.shift(); token !== undefined; token = remaining.shift()) {
    if (!name.test(token) || otherWords.has(token)) continue;
    if (groupingWords.has(token)) {
      if (remaining[0] === "(") uses.groupings.push(...takeUntil(")").filter((word) => name.test(word)));
    } else if (remaining[0] !== "(" && !groupingWords.has(remaining[0] ?? "")) {
      uses.metrics.push({
        name: token,
        matchers: remaining[0] === "{" ? matchersOf(takeUntil("}").slice(1)) : [],
      });
    }
  }
  return uses;
}

function matchersOf(parts: readonly string[]): MetricUse["matchers"] {
  return parts.flatMap((label, index) =>
    name.test(label)
      ? [{ label, operator: parts[index + 1] ?? "", value: String(JSON.parse(parts[index + 2] ?? '""')) }]
      : [],
  );
}
