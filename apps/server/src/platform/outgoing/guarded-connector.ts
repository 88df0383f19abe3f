import { lookup as resolve } from "node:dns";
import type { LookupFunction, Socket } from "node:net";
import { buildConnector } from "undici";
import { OutgoingRefusedError, type OutgoingRules, type Reach, reaches, reachOf } from "./outgoing-rules.ts";

/** Name resolution and TCP connector, which tests can replace. */
export type ConnectorOptions = {
  lookup?: LookupFunction;
  tcp?: (reach: Reach) => buildConnector.connector;
};

/**
 * Returns a connector for undici that checks each connection three times: the origin if it contains an address, every
 * address that its name resolves to, and the peer of the connection before any byte is written. DNS rebinding has no
 * effect, because the connection uses the checked addresses.
 *
 * @param timeoutMs Timeout for the connection, and again for TLS.
 */
export function guardedConnector(
  rules: OutgoingRules,
  timeoutMs: number,
  options: ConnectorOptions = {},
): buildConnector.connector {
  const tcp =
    options.tcp ??
    ((reach: Reach) =>
      buildConnector({ timeout: timeoutMs, lookup: guardedLookup(reach, rules, options.lookup ?? resolve) }));
  const tcpOf: Readonly<Record<Reach, buildConnector.connector>> = {
    internet: tcp("internet"),
    network: tcp("network"),
    loopback: tcp("loopback"),
  };
  const tls = buildConnector({ timeout: timeoutMs, allowH2: false });

  return (target, callback) => {
    let reach: Reach;
    try {
      reach = reachOf(urlOf(target), rules);
    } catch (error) {
      callback(error instanceof Error ? error : new Error(String(error)), null);
      return;
    }
    tcpOf[reach]({ ...target, protocol: "http:" }, (...made) => {
      const [error, socket] = made;
      if (error !== null) {
        callback(error, null);
        return;
      }
      if (!reaches(reach, socket.remoteAddress ?? "", rules)) {
        socket.destroy();
        callback(new OutgoingRefusedError("address"), null);
        return;
      }
      if (target.protocol === "https:") tls({ ...target, httpSocket: socket }, callback);
      else callback(null, socket satisfies Socket);
    });
  };
}

/** Returns a lookup that rejects a name if any of its addresses is not allowed. */
function guardedLookup(reach: Reach, rules: OutgoingRules, lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) {
        callback(error, "");
        return;
      }
      const addresses = Array.isArray(found) ? found : [];
      const first = addresses[0];
      if (first === undefined || !addresses.every(({ address }) => reaches(reach, address, rules))) {
        callback(new OutgoingRefusedError("address"), "");
        return;
      }
      if (options.all === true) callback(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
}

function urlOf({ protocol, hostname, port }: buildConnector.Options): URL {
  const host = hostname.includes(":") && !hostname.startsWith("[") ? `[${hostname}]` : hostname;
  const value = `${protocol}//${host}${port === "" ? "" : `:${port}`}`;
  if (!URL.canParse(value)) throw new OutgoingRefusedError("invalid");
  return new URL(value);
}
