import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

/** The port of a proxy, the port that it forwards to, and its folder with `cert.pem` and `key.pem`. */
export type ProxyPlace = Readonly<{ port: number; portalPort: number; folder: string }>;

/** A reverse proxy, run with its configuration from docs/operations.md. */
export type ReverseProxy = Readonly<{ name: string; start(place: ProxyPlace): Promise<() => Promise<void>> }>;

const START_TIMEOUT_MS = 10_000;

/** Writes the documented configuration, with the names and ports of this run, and starts the proxy. */
const nginx: ReverseProxy = {
  name: "nginx",
  start: (place) => {
    const documented = documentedConfig("nginx")
      .replace("listen 443 ssl", `listen 127.0.0.1:${place.port} ssl`)
      .replaceAll("/etc/praxisportal/", `${place.folder}/`)
      .replace("/var/log/nginx/", `${place.folder}/`)
      .replace("localhost:8080", `localhost:${place.portalPort}`)
      .replace("portal.praxis.example", "localhost");
    const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
      (kind) => `${kind}_temp_path ${place.folder}/${kind};`,
    );
    const config = join(place.folder, "nginx.conf");
    writeFileSync(
      config,
      `daemon off; pid ${place.folder}/nginx.pid; error_log stderr; events {}
      http { ${temporary.join(" ")}\n${documented} }`,
    );
    return run("nginx", ["-e", "stderr", "-p", place.folder, "-c", config], place);
  },
};

const caddy: ReverseProxy = {
  name: "caddy",
  start: (place) => {
    const documented = documentedConfig("caddy")
      .replace("portal.praxis.example {", `https://localhost:${place.port} {\n  tls cert.pem key.pem`)
      .replace("localhost:8080", `localhost:${place.portalPort}`);
    writeFileSync(
      join(place.folder, "Caddyfile"),
      `{\n  admin off\n  auto_https disable_redirects\n}\n${documented}`,
    );
    return run("caddy", ["run", "--config", "Caddyfile", "--adapter", "caddyfile"], place);
  },
};

/** Returns the proxies that are installed here. */
export function installedProxies(): readonly ReverseProxy[] {
  const isInstalled = ({ name }: ReverseProxy): boolean =>
    spawnSync(name, [name === "caddy" ? "version" : "-v"], { stdio: "ignore" }).status === 0;
  return [nginx, caddy].filter(isInstalled);
}

/** Returns the configuration of a proxy from docs/operations.md. */
function documentedConfig(language: string): string {
  const text = readFileSync(new URL("../../docs/operations.md", import.meta.url), "utf8");
  const [, config] = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "s").exec(text) ?? [];
  if (config === undefined) throw new Error(`docs/operations.md has no configuration for ${language}`);
  return config;
}

/** Starts a proxy and waits until it listens. Returns a function that stops it. */
async function run(name: string, args: string[], { port, folder }: ProxyPlace): Promise<() => Promise<void>> {
  const child = spawn(name, args, {
    cwd: folder,
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (output += chunk.toString("utf8")));
  const deadline = performance.now() + START_TIMEOUT_MS;
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error(`${name}: ${output}`);
    await sleep(20);
  }
  return () => stop(child);
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  return once(socket, "connect")
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

async function stop(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
