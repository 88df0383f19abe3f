import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { brotliCompressSync } from "node:zlib";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A page of React and router alone (see `apps/web/floor`) on its own server. */
export type BaselineServer = { url: string; scriptKb: number; stop(): Promise<void> };

/** Builds the page and serves it as the portal serves its files: Brotli at the highest level. */
export async function startBaselineServer(): Promise<BaselineServer> {
  const folder = await mkdtemp(join(tmpdir(), "praxisportal-floor-"));
  const vite = join(root, "node_modules/vite/bin/vite.js");
  const viteArgs = [
    vite,
    "build",
    "apps/web/floor",
    "--outDir",
    folder,
    "--emptyOutDir",
    "--base",
    "/",
    "--logLevel",
    "error",
  ];
  await promisify(execFile)(process.execPath, viteArgs, { cwd: root });
  const files = new Map<string, Buffer>();
  for (const name of await readdir(folder, { recursive: true })) {
    if (extname(name) !== "") files.set(`/${name}`, brotliCompressSync(await readFile(join(folder, name))));
  }
  await rm(folder, { recursive: true });
  const server = createServer((request, response) => {
    const requestedPath = request.url ?? "/";
    const path = extname(requestedPath) === "" ? "/index.html" : requestedPath;
    const body = files.get(path);
    const type = path.endsWith(".js") ? "text/javascript" : "text/html; charset=utf-8";
    if (body === undefined) response.writeHead(404).end();
    else response.writeHead(200, { "content-type": type, "content-encoding": "br" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  const scripts = [...files].filter(([name]) => name.endsWith(".js"));
  return {
    url: `http://127.0.0.1:${port}`,
    scriptKb: scripts.reduce((sum, [, body]) => sum + body.length, 0) / 1024,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
