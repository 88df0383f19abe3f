import { performance } from "node:perf_hooks";
import { startPortal } from "./start-portal.ts";
import { isStartRefusal } from "./start-refusal.ts";

/** Starts the portal, stops it on a signal, and prints one line if it cannot start. */
async function main(): Promise<void> {
  const startedAt = performance.now();
  let isStopping = false;
  const portal = await startPortal({
    env: process.env,
    onStep: (text) => console.log(`  ${text} (${((performance.now() - startedAt) / 1000).toFixed(2)} s)`),
  });
  const stop = async (cause: string) => {
    if (isStopping) return;
    isStopping = true;
    console.log(`Stopping (${cause}) …`);
    // A stop that hangs must not keep the machine from shutting down.
    setTimeout(() => process.exit(1), 10_000).unref();
    await portal.stop();
    process.exit(0);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void stop(signal));
  // `npm start` runs the portal as a child process, which stops when its parent is killed.
  process.on("disconnect", () => void stop("the starting process ended"));
  void portal.databaseEnded?.then((reason) => {
    if (!isStopping) console.error(reason);
    return stop("the database ended");
  });
  console.log(portal.greeting);
}

main().catch((error: unknown) => {
  if (isStartRefusal(error)) console.error(`The portal was not started. ${error.message}`);
  else console.error("The portal was not started.", error);
  process.exit(1);
});
