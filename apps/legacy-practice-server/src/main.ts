import { startLegacyPracticeServer } from "./legacy-practice-server.ts";

const defaultPort = "3000";
const defaultPraxisId = "MUSTER-2026";

/** Entry point: starts the server and stops it on a signal. PORT, PRAXIS_ID and GDT_FOLDER configure it. */
async function main(env: NodeJS.ProcessEnv): Promise<void> {
  const server = await startLegacyPracticeServer({
    port: parsePort(env["PORT"] || defaultPort),
    praxisId: env["PRAXIS_ID"] || defaultPraxisId,
    gdtFolder: env["GDT_FOLDER"] || undefined,
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void server.stop());
  console.log(`Der Praxisserver ${server.praxisId} läuft: ${server.url}`);
  console.log("Alle Daten sind erfunden. Konten:");
  for (const { username, password, isLocked } of server.accounts) {
    console.log(`  ${username.padEnd(10)} ${password}${isLocked === true ? " (gesperrt)" : ""}`);
  }
}

function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) throw new Error("PORT ist keine Portnummer.");
  return port;
}

main(process.env).catch((error: unknown) => {
  console.error(`Der Praxisserver startet nicht: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});
