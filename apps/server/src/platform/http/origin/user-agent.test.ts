import { describe, expect, it } from "vitest";
import { readUserAgent } from "./user-agent.ts";

describe("names of a user agent", () => {
  it.each([
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0",
      { browser: "Firefox 140", system: "Windows" },
    ],
    [
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/149.0.0.0 Safari/537.36 Edg/149.0.0.0",
      { browser: "Microsoft Edge 149", system: "Windows" },
    ],
    [
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1",
      { browser: "Safari 18", system: "iOS 18.5" },
    ],
    [
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15",
      { browser: "Safari 18", system: "macOS" },
    ],
    ["", { browser: null, system: null }],
    ["praxis", { browser: null, system: null }],
    [null, { browser: null, system: null }],
    [`Mozilla/5.0 ${"(".repeat(600)}`, { browser: null, system: null }],
  ])("see R7u-09 are read from %s", (userAgent, names) => {
    expect(readUserAgent(userAgent)).toEqual(names);
  });
});
