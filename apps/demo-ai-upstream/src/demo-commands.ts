/** Commands in the prompt that control this server's behavior; see the README. */
export type DemoCommands = {
  status: number | undefined;
  statusInStream: number | undefined;
  waitMs: number;
  paceMs: number;
  tokens: number | undefined;
  breaks: boolean;
  spoils: boolean;
  filters: boolean;
  hidesUsage: boolean;
};

const longestWaitMs = 120_000;
const longestAnswerTokens = 20_000;

export function readCommands(prompt: string): DemoCommands {
  const words = new Map(
    [...prompt.matchAll(/(?:^|\s)#([a-z-]+)(?:[ \t]+(\d{1,7}))?(?=\s|[.,;!?]|$)/g)].map(
      ([, word = "", number]) => [word, number === undefined ? undefined : Number(number)],
    ),
  );
  const pace = words.has("langsam") ? 250 : 20;
  return {
    status: words.has("fehler") ? errorStatus(words.get("fehler")) : undefined,
    statusInStream: words.has("fehler-im-strom") ? errorStatus(words.get("fehler-im-strom")) : undefined,
    waitMs: Math.min(words.get("warten") ?? 0, longestWaitMs),
    paceMs: Math.min(words.get("takt") ?? pace, longestWaitMs),
    tokens: clampTokens(words.get("lang")),
    breaks: words.has("abbruch"),
    spoils: words.has("kaputt"),
    filters: words.has("filter"),
    hidesUsage: words.has("ohne-verbrauch"),
  };
}

function errorStatus(value: number | undefined): number {
  return value !== undefined && value >= 400 && value <= 599 ? value : 500;
}

function clampTokens(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.min(Math.max(value, 1), longestAnswerTokens);
}
