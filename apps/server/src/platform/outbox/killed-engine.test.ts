import { fileURLToPath } from "node:url";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { uuidV7 } from "@praxisportal/contract/identifiers";
import { expect, it, vi } from "vitest";
import { OutboxEngine } from "./outbox-engine.ts";
import { createTestDatabase, quietLog } from "../../../test/background-database.ts";

it("takes over the rows of a killed process only after their lease has expired", async () => {
  const database = await createTestDatabase();
  const ids = Array.from({ length: 20 }, () => uuidV7());
  await database.identityDb.write(async (tx) => {
    for (const id of ids) tx.emit("test", {}, id);
  });
  const script = fileURLToPath(new URL("../../../test/kills/killed-engine.ts", import.meta.url));
  const child = spawn(process.execPath, [script, database.platformUrl, "2000"], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const started = new Set<string>();
  for await (const line of createInterface({ input: child.stdout })) {
    started.add(line);
    if (started.size === ids.length) break;
  }
  child.kill("SIGKILL");
  await once(child, "exit");
  const [lastLease] = await database.query<{ lease: Date }>("select max(leased_until) as lease from outbox");

  const handled = new Map<string, Date>();
  const engine = new OutboxEngine({
    db: database.platformDb,
    log: quietLog(),
    pollMs: 20,
    handlers: {
      test: {
        async handle(message) {
          const [now] = await database.query<{ now: Date }>("select now()");
          expect(message.attempt).toBe(2);
          handled.set(message.id, now?.now ?? new Date(0));
        },
      },
    },
  });
  engine.start();
  await vi.waitFor(async () => expect(await database.query("select from outbox")).toEqual([]), {
    timeout: 15_000,
  });
  await engine.stop();
  expect([...handled.keys()].toSorted()).toEqual(ids.toSorted());
  const earliest = Math.min(...[...handled.values()].map((at) => at.getTime()));
  // All rows were claimed or renewed together, so no lease ended earlier than this one without its renewals.
  expect(earliest).toBeGreaterThan((lastLease?.lease.getTime() ?? 0) - 2_000);
  await database.close();
});
