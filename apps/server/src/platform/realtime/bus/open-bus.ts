import { createHmac } from "node:crypto";
import type { BusSettings } from "../../config/bus-settings.ts";
import { natsDriver } from "./nats-driver.ts";
import { postgresDriver } from "./postgres-driver.ts";
import { ProcessBus, type ProcessBusOptions } from "./process-bus.ts";

type Options = Omit<ProcessBusOptions, "driver" | "startsWithoutBus"> & {
  /** Connection URL of the application role. */
  url: string;
  /** NATS servers and master key of the installation. Without them, the bus uses LISTEN and NOTIFY. */
  nats?: { settings: BusSettings; masterKey: Buffer } | undefined;
};

/** Creates the bus of this process without starting it. */
export function openBus({ url, nats, ...options }: Options): ProcessBus {
  if (nats === undefined) return new ProcessBus({ ...options, driver: postgresDriver(url) });
  // Installations that share NATS servers have different keys, and therefore different subjects.
  const digest = createHmac("sha256", nats.masterKey).update("bus subject").digest("hex").slice(0, 32);
  const driver = natsDriver(nats.settings, `praxisportal.${digest}`);
  return new ProcessBus({ ...options, driver, startsWithoutBus: true });
}
