/** Commands in the prompt that control this server's behavior (see the README). */
export type DemoCommands = {
  status: number | undefined;
  statusInStream: number | undefined;
  waitMs: number;
  paceMs: number;
  tokens: number | undefined;
  abortsStream: boolean;
  corruptsStream: boolean;
  filtersContent: boolean;
  hidesUsage: boolean;
};

const longestWaitMs = 120_000;
const longestAnswerTokens = 20_000;

export function readCommands(prompt: string): DemoCommands {
  const commands = new Map(
    [...prompt.matchAll(/(?:^|\s)#([a-z-]+)(?:[ \t]+(\d{1,7}))?(?=\s|[.,;!?]|$)/g)].map(
      ([, command = "", number]) => [command, number === undefined ? undefined : Number(number)],
    ),
  );
  const pace = commands.has("langsam") ? 250 : 20;
  return {
    status: commands.has("fehler") ? errorStatus(commands.get("fehler")) : undefined,
    statusInStream: commands.has("fehler-im-strom")
      ? errorStatus(commands.get("fehler-im-strom"))
      : undefined,
    waitMs: Math.min(commands.get("warten") ?? 0, longestWaitMs),
    paceMs: Math.min(commands.get("takt") ?? pace, longestWaitMs),
    tokens: clampTokens(commands.get("lang")),
    abortsStream: commands.has("abbruch"),
    corruptsStream: commands.has("kaputt"),
    filtersContent: commands.has("filter"),
    hidesUsage: commands.has("ohne-verbrauch"),
  };
}

function errorStatus(value: number | undefined): number {
  return value !== undefined && value >= 400 && value <= 599 ? value : 500;
}

function clampTokens(value: number | undefined): number | undefined {
  return value === undefined ? undefined : Math.min(Math.max(value, 1), longestAnswerTokens);
}
