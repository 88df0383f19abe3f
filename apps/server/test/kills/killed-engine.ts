import { Database } from "../../src/platform/db/database.ts";
import { PlatformDb } from "../../src/platform/db/platform-db.ts";
import { OutboxEngine } from "../../src/platform/outbox/outbox-engine.ts";

// Process for the kill test, which claims due rows, reports them and never finishes.
const database = new Database({
  url: process.argv[2] ?? "",
  maxConnections: 2,
  applicationName: "test of a kill",
});
const log = { warn: () => undefined, error: () => undefined };
new OutboxEngine({
  db: new PlatformDb(database),
  log,
  leaseMs: Number(process.argv[3]),
  handlers: {
    test: {
      handle(message) {
        process.stdout.write(`${message.id}\n`);
        return new Promise(() => undefined);
      },
    },
  },
}).start();
