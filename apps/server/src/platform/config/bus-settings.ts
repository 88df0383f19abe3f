import { isLoopback } from "./public-address.ts";
import { ConfigError, type Settings } from "./settings.ts";

/** The NATS servers that carry hints between the processes. */
export type BusSettings = {
  /** `host:port` of each server. */
  servers: readonly string[];
  isTls: boolean;
  user: string | undefined;
  password: string | undefined;
};

const defaultPort = 4222;

/**
 * Reads `BUS_URL`, such as `tls://user:password@a,b:4223,c`. Returns undefined if it is unset. The errors never quote
 * it, because it may contain a password. A server that is not on loopback needs TLS and a user, because others in the
 * network could otherwise read hints or send their own.
 */
export function busOf({ BUS_URL: given }: Pick<Settings, "BUS_URL">): BusSettings | undefined {
  if (given === undefined) return undefined;
  const [scheme, rest] = splitOnce(given, "://");
  if (rest === undefined || (scheme !== "nats" && scheme !== "tls"))
    throw new ConfigError("BUS_URL", "must begin with nats:// or tls://");
  const at = rest.lastIndexOf("@");
  const [user, password] = at < 0 ? [] : splitOnce(rest.slice(0, at), ":").map(decode);
  const addresses = rest
    .slice(at + 1)
    .split(",")
    .map(addressOf);
  const isTls = scheme === "tls";
  const hasRemoteServer = addresses.some(({ hostname }) => !isLoopback(hostname));
  if (hasRemoteServer && !isTls)
    throw new ConfigError("BUS_URL", "must begin with tls://, because a server is not on loopback");
  if (hasRemoteServer && !user)
    throw new ConfigError("BUS_URL", "needs a user, because a server is not on loopback");
  return {
    servers: addresses.map(({ hostname, port }) => `${hostname}:${port === "" ? defaultPort : port}`),
    isTls,
    user: user || undefined,
    password,
  };
}

function splitOnce(text: string, separator: string): [string, string?] {
  const index = text.indexOf(separator);
  return index < 0 ? [text] : [text.slice(0, index), text.slice(index + separator.length)];
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text);
  } catch {
    throw new ConfigError("BUS_URL", "has a user or password with an invalid percent encoding");
  }
}

/** Reads `host`, `host:port` or `[address]:port`. */
function addressOf(text: string): { hostname: string; port: string } {
  const trimmed = text.trim();
  // `nats:` is not a special scheme, so URL would accept almost any text as its host.
  const isAddress = /^[^\s/?#@]+$/.test(trimmed) && URL.canParse(`http://${trimmed}`);
  if (!isAddress)
    throw new ConfigError("BUS_URL", "must list servers as host or host:port, separated by commas");
  const { hostname, port } = new URL(`http://${trimmed}`);
  // URL omits the default port of http.
  return { hostname, port: port === "" && trimmed.endsWith(":80") ? "80" : port };
}
