import Bowser from "bowser";

/** What a user agent tells of a browser; null where it tells nothing known. Good for a label, never for a decision. */
export type UserAgentNames = { browser: string | null; system: string | null };

/** Whoever sends more has no browser, and regular expressions take their time. */
const maxLength = 512;

/** "Firefox 140" and "Windows 10" of a user agent. */
export function readUserAgent(userAgent: string | null | undefined): UserAgentNames {
  if (!userAgent || userAgent.length > maxLength) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  const [major] = (browser.version ?? "").split(".");
  return {
    browser: nameOf(browser.name, major),
    // Windows has told "10" since 2015 and macOS a frozen number: the name alone is true.
    system: nameOf(os.name, os.name === "Windows" || os.name === "macOS" ? undefined : os.version),
  };
}

function nameOf(name: string | undefined, version: string | undefined): string | null {
  if (!name) return null;
  return version ? `${name} ${version}` : name;
}
