import { type ExpressionUses, usesOf } from "./expression-uses.ts";

/** Labels that Prometheus adds to all scraped series. */
const scrapeLabels = ["instance", "job"];

/** Series in a response of `/metrics`, with their labels and the values of each label. */
export class KnownSeries {
  readonly #series = new Map<string, Map<string, Set<string>>>();

  /** @param text Response of `/metrics`. */
  constructor(text: string) {
    this.#add("up", "");
    for (const [, name = "", type = ""] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      const suffixes = type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
      for (const suffix of suffixes) this.#add(`${name}${suffix}`, "");
    }
    for (const [, name = "", labels = ""] of text.matchAll(/^([a-z]\w*)\{(.*)\} \S+$/gm))
      this.#add(name, labels);
  }

  get size(): number {
    return this.#series.size;
  }

  /** Adds values that a label has in a running portal, but not in a test. */
  addValues(series: string, label: string, values: readonly string[]): void {
    for (const value of values) this.#add(series, `${label}="${value}"`);
  }

  /** Returns the unknown metrics and labels in a PromQL expression and in texts with its labels. */
  problemsOf(expression: string, texts: readonly string[] = []): string[] {
    const uses = usesOf(expression);
    if (uses.metrics.length === 0) return [`${expression}: no metric`];
    return [
      ...uses.metrics.flatMap((use) => this.#findUseProblems(use)),
      ...[...uses.groupings, ...texts.flatMap(textLabels)].flatMap((label) =>
        this.#labelsOf(uses).has(label) ? [] : [`${expression}: no label ${label}`],
      ),
    ];
  }

  #findUseProblems({ name, matchers }: ExpressionUses["metrics"][number]): string[] {
    const labels = this.#series.get(name);
    if (labels === undefined) return [`no metric ${name}`];
    return matchers.flatMap(({ label, operator, value }) => {
      if (scrapeLabels.includes(label)) return [];
      const values = labels.get(label);
      if (values === undefined) return [`${name}: no label ${label}`];
      const pattern = new RegExp(`^(?:${operator.includes("~") ? value : RegExp.escape(value)})$`);
      const isKnown = values.values().some((knownValue) => pattern.test(knownValue));
      return isKnown ? [] : [`${name}: ${label} is never ${value}`];
    });
  }

  #labelsOf({ metrics }: ExpressionUses): Set<string> {
    const ownSeries = metrics.flatMap(({ name }) => [...(this.#series.get(name)?.keys() ?? [])]);
    return new Set([...scrapeLabels, ...ownSeries]);
  }

  #add(name: string, labels: string): void {
    const known = this.#series.get(name) ?? new Map<string, Set<string>>();
    this.#series.set(name, known);
    for (const [, label = "", value = ""] of labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g))
      known.set(label, (known.get(label) ?? new Set()).add(value));
  }
}

/** Returns the labels in a legend (`{{pool}}`) or in a text of an alert (`{{ $labels.pool }}`). */
function textLabels(text: string): string[] {
  return Array.from(text.matchAll(/\{\{\s*(?:\$labels\.)?([a-z_]+)\s*\}\}/g), ([, label = ""]) => label);
}
