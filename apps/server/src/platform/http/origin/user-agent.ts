import Bowser from "bowser";

/** Browser and system of a user agent, null if unknown. They are only for display and not for decisions. */
export type UserAgentNames = { browser: string | null; system: string | null };

/** Maximum parsed length. No browser sends a longer user agent, and regular expressions take time. */
const maxLength = 512;

/** Names of recent user agents, because the rows of a list or file have few different ones. */
const cachedNames = new Map<string, UserAgentNames>();
const knownMax = 500;

/** Returns names such as "Firefox 140" and "Android 15" from a user agent. */
export function readUserAgent(userAgent: string | null | undefined): UserAgentNames {
  if (!userAgent || userAgent.length > maxLength) return { browser: null, system: null };
  const cached = cachedNames.get(userAgent);
  if (cached !== undefined) return cached;
  if (cachedNames.size >= knownMax) cachedNames.clear();
  const names = parse(userAgent);
  cachedNames.set(userAgent, names);
  return names;
}

function parse(userAgent: string): UserAgentNames {
  const { browser, os } = Bowser.parse(userAgent);
  const [major] = (browser.version ?? "").split(".");
  return {
    browser: nameOf(browser.name, major),
    // Windows has reported "10" since 2015 and macOS a frozen version, so only their names are reliable.
    system: nameOf(os.name, os.name === "Windows" || os.name === "macOS" ? undefined : os.version),
  };
}

function nameOf(name: string | undefined, version: string | undefined): string | null {
  if (!name) return null;
  return version ? `${name} ${version}` : name;
}
