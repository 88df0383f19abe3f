import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { approveAiProvider } from "../e2e/support/ai.ts";
import { PeopleFactory } from "../e2e/support/people.ts";
import { startTestPortal } from "../e2e/support/portal.ts";
import { findFreePort } from "../apps/server/test/cluster/free-port.ts";
import { ProxyChecks } from "./soak/proxy-checks.ts";
import { ProxyClient } from "./soak/proxy-client.ts";
import { installedProxies, type ReverseProxy } from "./soak/reverse-proxies.ts";
import { skipped } from "./soak/skipped.ts";

/**
 * `npm run soak -- proxy` runs the portal over https behind nginx and Caddy, if they are installed, with their
 * configurations from docs/operations.md. Checks sign-in, client address, websocket, streams and uploads.
 *
 * `--idle-seconds N` (75) sets the duration of a silent websocket and of an AI answer.
 */
const { values } = parseArgs({ options: { "idle-seconds": { type: "string", default: "75" } } });
const idleMs = Number(values["idle-seconds"]) * 1_000;

process.exitCode = await checkAll();

async function checkAll(): Promise<number> {
  const proxies = installedProxies();
  if (proxies.length === 0)
    return skipped("neither nginx nor Caddy is installed (Debian packages nginx, caddy)");
  if (spawnSync("openssl", ["version"], { stdio: "ignore" }).status !== 0)
    return skipped("openssl, which makes the certificate, is not installed");
  let faults = 0;
  for (const proxy of proxies) {
    const problems = await checkBehind(proxy);
    console.log(`${proxy.name}: ${problems.length === 0 ? "no problems" : problems.join("; ")}`);
    faults += problems.length;
  }
  return faults === 0 ? 0 : 1;
}

async function checkBehind(proxy: ReverseProxy): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), "praxisportal-proxy-"));
  const port = await findFreePort();
  const origin = `https://localhost:${port}`;
  const portal = await startTestPortal({ PUBLIC_URL: origin, TRUST_PROXY: "1" });
  try {
    const people = new PeopleFactory(portal);
    const organization = await people.createOrganization();
    await approveAiProvider(portal, organization);
    const person = await people.createMember(organization, "viewer", { permissions: ["ai:use"] });
    const ca = makeCertificate(folder);
    const stopProxy = await proxy.start({ port, portalPort: Number(new URL(portal.url).port), folder });
    try {
      const checks = new ProxyChecks(new ProxyClient(origin, ca), person);
      await checks.run(idleMs);
      return checks.problems;
    } finally {
      await stopProxy();
    }
  } finally {
    await portal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Creates a certificate for localhost in the folder and returns it. */
function makeCertificate(folder: string): string {
  const keyArgs = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const subjectArgs = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const fileArgs = ["-keyout", "key.pem", "-out", "cert.pem"];
  const result = spawnSync("openssl", ["req", "-x509", ...keyArgs, ...subjectArgs, ...fileArgs], {
    cwd: folder,
  });
  if (result.status !== 0) throw new Error(result.stderr.toString());
  return readFileSync(join(folder, "cert.pem"), "utf8");
}
