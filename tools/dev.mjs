// `npm run dev` runs the server, which restarts when its files change, and Vite, which hot-reloads the web app. Open
// the URL that Vite prints. Vite proxies API calls to the server.

import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, findNode, reportFailure, root } from "./prepare.mjs";

const WEB_PORT = process.env.WEB_PORT ?? "5173";
const SERVER_PORT = process.env.PORT ?? "8080";

try {
  await ensureInstalled({ forTests: true });
  const node = findNode();
  const children = [
    spawn(node, ["--watch", "--watch-preserve-output", join(root, "apps/server/src/main.ts")], {
      cwd: root,
      // The page is served by Vite, so cookies and links must use Vite's URL.
      env: { ...process.env, PORT: SERVER_PORT, PUBLIC_URL: `http://localhost:${WEB_PORT}` },
      stdio: "inherit",
    }),
    spawn(node, [join(root, "node_modules/vite/bin/vite.js"), "--port", WEB_PORT, "--strictPort"], {
      cwd: join(root, "apps/web"),
      env: { ...process.env, PORTAL_SERVER: `http://localhost:${SERVER_PORT}` },
      stdio: "inherit",
    }),
  ];
  for (const child of children) {
    // When one process ends, the other is stopped as well.
    child.on("exit", (code) => {
      process.exitCode ??= code ?? 0;
      for (const otherChild of children) otherChild.kill();
    });
  }
  for (const signal of ["SIGINT", "SIGTERM"]) {
    process.on(signal, () => {
      for (const child of children) child.kill(signal);
    });
  }
} catch (error) {
  reportFailure(error);
  process.exitCode = 1;
}
