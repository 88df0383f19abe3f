import { randomUUID } from "node:crypto";
import { afterEach, describe, expect, it, vi } from "vitest";
import { NatsServers } from "../../../../test/cluster/nats-servers.ts";
import { missingProgram } from "../../../../test/cluster/programs.ts";
import { TcpProxy } from "../../../../test/tcp-proxy.ts";
import { eventually } from "../../../../test/eventually.ts";
import type { BusSettings } from "../../config/bus-settings.ts";
import { natsDriver } from "./nats-driver.ts";

const missing = missingProgram("nats-server");
const endings: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).toReversed()) await end();
});

async function startServer(...args: string[]) {
  const servers = await NatsServers.start(1, args);
  endings.push(() => servers.stop());
  const subject = `test.${randomUUID()}`;
  const address = servers.url().replace("nats://", "");
  const open = async (settings: Partial<BusSettings> = {}) => {
    const onPacket = vi.fn<(packet: string) => void>();
    const onClosed = vi.fn<() => void>();
    const allSettings = {
      servers: [address],
      isTls: false,
      user: undefined,
      password: undefined,
      ...settings,
    };
    const connection = await natsDriver(allSettings, subject).connect({ onPacket, onClosed });
    endings.push(() => connection.close());
    return { connection, onPacket, onClosed };
  };
  return { servers, open };
}

describe.skipIf(missing !== undefined)(
  `the driver of NATS${missing === undefined ? "" : ` (${missing})`}`,
  () => {
    it("delivers packets only to the other connections of the subject", async () => {
      const { open } = await startServer();
      const [first, second] = [await open(), await open()];
      await first.connection.send("packet");
      await eventually(() => expect(second.onPacket.mock.calls).toEqual([["packet"]]));
      expect(first.onPacket).not.toHaveBeenCalled();
    });

    it("see R0-230 refuses a server without TLS if TLS is configured", async () => {
      const { open } = await startServer();
      await expect(open({ isTls: true })).rejects.toThrow(/tls/i);
    });

    it("see R0-230 signs in with user and password", async () => {
      const { open } = await startServer("--user", "portal", "--pass", "geheim");
      await expect(open({ user: "portal", password: "falsch" })).rejects.toThrow(/authorization/i);
      await expect(open()).rejects.toThrow(/authorization/i);
      const { connection } = await open({ user: "portal", password: "geheim" });
      await expect(connection.send("packet")).resolves.toBeUndefined();
    });

    it("reports once that the connection has ended, and rejects unconfirmed packets", async () => {
      const { open, servers } = await startServer();
      const proxy = await TcpProxy.open(Number(servers.url().split(":").at(-1)));
      endings.push(async () => proxy.close());
      const { connection, onClosed } = await open({ servers: [`127.0.0.1:${proxy.port}`] });
      proxy.isHeld = true;
      const send = connection.send("packet");
      proxy.close();
      await expect(send).rejects.toThrow("ended");
      await eventually(() => expect(onClosed).toHaveBeenCalledTimes(1));
    });

    it("uses another server if one is unreachable", async () => {
      const { open, servers } = await startServer();
      const reachable = servers.url().replace("nats://", "");
      for (let n = 0; n < 4; n += 1) {
        const { connection } = await open({ servers: ["127.0.0.1:1", reachable] });
        await expect(connection.send("packet")).resolves.toBeUndefined();
      }
    });
  },
);
