import type pg from "pg";
import { connectToPrimary } from "../../db/hosts/primary-connections.ts";
import type { BusConnection, BusConnectionEvents, BusDriver } from "./bus-driver.ts";

export const notificationChannel = "praxisportal";
/** PostgreSQL rejects payloads of 8,000 bytes and more. */
const payloadMaxBytes = 7_999;

/**
 * Carries packets by LISTEN and NOTIFY.
 *
 * @param url URL of the application role for a direct connection, because a transaction pooler does not support LISTEN.
 */
export function postgresDriver(url: string): BusDriver {
  return { name: "postgres", connect: (events) => connect(url, events) };
}

const connectionOptions = {
  application_name: "praxisportal bus",
  connectionTimeoutMillis: 5_000,
  // A connection that seems open but forwards no data fails with the next packet.
  query_timeout: 5_000,
  keepAlive: true,
};

async function connect(url: string, { onPacket, onClosed }: BusConnectionEvents): Promise<BusConnection> {
  let opened: pg.Client | null = null;
  const client = await connectToPrimary(url, connectionOptions, (candidate) => {
    candidate.on("notification", ({ payload = "" }) => onPacket(payload));
    candidate.on("error", () => undefined);
    // This is not called for a host that is not a primary, or for a failure that the caller gets as a rejection.
    candidate.on("end", () => candidate === opened && onClosed());
  });
  try {
    await client.query(`listen ${notificationChannel}`);
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
  opened = client;
  return {
    maxBytes: payloadMaxBytes,
    send: async (packet) => {
      await client.query("select pg_notify($1, $2)", [notificationChannel, packet]);
    },
    close: () => client.end().catch(() => undefined),
  };
}
