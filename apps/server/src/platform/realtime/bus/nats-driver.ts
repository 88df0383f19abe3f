import type { BusSettings } from "../../config/bus-settings.ts";
import type { BusConnection, BusConnectionEvents, BusDriver } from "./bus-driver.ts";

/** Maximum size of a packet, below the default limit of NATS so that a packet does not delay the next heartbeat. */
const packetMaxBytes = 65_536;
/** Connection timeout per server of the list. */
const connectTimeoutMs = 1_000;
/** Interval of pings. After two pings without a response, another server is tried. */
const pingMs = 500;

/**
 * Carries packets over core NATS, which stores nothing.
 *
 * @param subject Subject shared by all processes of the installation and by no other processes.
 */
export function natsDriver(settings: BusSettings, subject: string): BusDriver {
  return { name: "nats", connect: (events) => connect(settings, subject, events) };
}

async function connect(
  { servers, isTls, user, password }: BusSettings,
  subject: string,
  { onPacket, onClosed }: BusConnectionEvents,
): Promise<BusConnection> {
  // The library is loaded here, because most installations have a single process and do not need it.
  const nats = await import("@nats-io/transport-node");
  const connection = await nats.connect({
    servers: [...servers],
    ...(user !== undefined && { user, pass: password ?? "" }),
    // With an empty object, a server without TLS is refused. With null, the connection does not use TLS.
    tls: isTls ? {} : null,
    name: "praxisportal",
    noEcho: true,
    noAsyncTraces: true,
    // Only the configured servers are trusted, and not others that one of them announces.
    ignoreClusterUpdates: true,
    // The bus itself reconnects, so that it knows when packets may have been missed.
    reconnect: false,
    timeout: connectTimeoutMs,
    pingInterval: pingMs,
    maxPingOut: 2,
  });
  const unconfirmed = new Set<(error: Error) => void>();
  const onEnd = () => {
    for (const reject of unconfirmed) reject(endedError());
    onClosed();
  };
  connection.closed().then(onEnd, onEnd);
  connection.subscribe(subject, {
    callback: (_error, message) => onPacket(message.string()),
  });
  const confirm = () => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    unconfirmed.add(reject);
    connection.flush().then(resolve, (cause: unknown) => reject(endedError(cause)));
    return promise.finally(() => unconfirmed.delete(reject));
  };
  // The server handles commands in order, so after this reply it forwards packets of the subject.
  await confirm();
  return {
    maxBytes: Math.min(packetMaxBytes, connection.info?.max_payload ?? packetMaxBytes),
    async send(packet) {
      connection.publish(subject, packet);
      await confirm();
    },
    close: () => connection.close(),
  };
}

function endedError(cause?: unknown): Error {
  return new Error("the connection to NATS ended", { cause });
}
