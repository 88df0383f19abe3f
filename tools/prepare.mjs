// Prepares `npm start` and `npm test`: packages, the right Node.js, and the built web app. Each part is skipped within
// milliseconds, without starting npm, if nothing has changed since the last run. This is plain JavaScript without
// dependencies, because it runs before anything is installed, on Node 18 or newer.

import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  symlinkSync,
} from "node:fs";
import { delimiter, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { withProgress } from "./progress.mjs";

/** The repository's root folder. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const INSTALL_STAMP = "node_modules/.praxisportal-install.json";
const BUILD_STAMP = "node_modules/.cache/praxisportal/web-build.json";
const WEB_FOLDER = "apps/web";
const WEB_SOURCES = ["apps/web", "packages/contract", "package-lock.json"];
const NOT_SOURCES = new Set(["node_modules", "dist", ".cache", "test-results"]);
const OLDEST_NODE = [22, 18];

/** An expected failure, which is reported in one line. `output` is the output of the failed program. */
export class PrepareError extends Error {
  constructor(message, output = "") {
    super(message);
    this.output = output;
  }
}

/**
 * Installs the packages if `package-lock.json` differs from the installed packages.
 * @param {{ forTests: boolean }} options without `forTests`, a fresh clone gets only the packages that run and
 * build the portal, less than half of all. Tools that are already installed stay.
 */
export async function ensureInstalled({ forTests }) {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  const hash = createHash("sha256").update(lock).update(`${process.platform} ${process.arch}`).digest("hex");
  const stamp = readJson(INSTALL_STAMP);
  if (stamp?.hash === hash && (stamp.tools || !forTests)) return;
  const packages = JSON.parse(lock).packages;
  const canLeaveToolsOut = packages["node_modules/vite"]?.dev !== true;
  const tools = forTests || !canLeaveToolsOut || existsSync(join(root, "node_modules", ".bin", "vitest"));
  // `npm install` may have been run by hand.
  if (!matchesInstalled(packages, tools))
    await withProgress("Installing packages", () => install(packages, tools));
  linkNode();
  writeJson(INSTALL_STAMP, { hash, tools });
}

/**
 * Returns the Node.js to run the portal with: the installed platform package, or the running one if it is new enough.
 */
export function findNode() {
  const platform = process.platform === "win32" ? "win" : process.platform;
  const program = process.platform === "win32" ? "bin/node.exe" : "bin/node";
  const packaged = join(root, "node_modules", `node-${platform}-${process.arch}`, program);
  if (existsSync(packaged)) return packaged;
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isNewEnough = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
  if (isNewEnough) return process.execPath;
  throw new PrepareError(
    `Node.js 24 is needed: this is ${process.version}, and npm has no Node.js 24 for ${process.platform} ${process.arch}.`,
  );
}

/** Builds the web app if its sources have changed. @param {string} node */
export async function ensureWebBuilt(node) {
  const isBuilt = existsSync(join(root, WEB_FOLDER, "dist", "index.html"));
  if (isBuilt && readJson(BUILD_STAMP)?.signature === sourceSignature()) return;
  await withProgress("Building the web app", () => buildWeb(node));
}

/**
 * Builds the web app into a separate folder and swaps it in, so that a running portal never serves a partial build and
 * a failed build keeps the old one. @param {string} node
 */
export async function buildWeb(node) {
  // The signature is computed before the build, so that files saved during the build are built the next time.
  const signature = sourceSignature();
  const web = join(root, WEB_FOLDER);
  const newFolder = join(root, "node_modules", ".cache", "praxisportal", `web-${process.pid}`);
  const old = `${newFolder}.old`;
  const dist = join(web, "dist");
  const vite = join(root, "node_modules", "vite", "bin", "vite.js");
  try {
    mkdirSync(dirname(newFolder), { recursive: true });
    const result = await run(
      node,
      [vite, "build", "--outDir", newFolder, "--emptyOutDir", "--logLevel", "warn"],
      {
        cwd: web,
        env: { ...process.env, NO_COLOR: "1" },
      },
    );
    if (result.code !== 0) throw new PrepareError("The web app could not be built.", result.output);
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(newFolder, dist);
    writeJson(BUILD_STAMP, { signature });
  } finally {
    rmSync(newFolder, { recursive: true, force: true });
    rmSync(old, { recursive: true, force: true });
  }
}

/**
 * Runs a program to its end without a shell.
 * @param {string} program
 * @param {string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, timeoutMs?: number }} [options]
 * @returns {Promise<{ code: number, output: string }>} output and errors in the order they arrived
 */
export function run(program, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd: options.cwd ?? root,
      env: options.env ?? process.env,
      stdio: ["ignore", "pipe", "pipe"],
      timeout: options.timeoutMs,
      killSignal: "SIGKILL",
    });
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    const text = () => Buffer.concat(chunks).toString("utf8");
    child.on("error", (error) => resolve({ code: 1, output: `${text()}${error.message}\n` }));
    child.on("close", (code, signal) => {
      resolve({ code: code ?? 1, output: signal ? `${text()}ended by ${signal}\n` : text() });
    });
  });
}

/** Prints the output of the failed program, and then the reason in one line. */
export function reportFailure(error) {
  if (!(error instanceof PrepareError)) {
    const isSystemError = error instanceof Error && "code" in error && "path" in error;
    console.error(isSystemError ? `${error.path}: ${error.message}` : error);
    return;
  }
  if (error.output.trim() !== "") console.error(error.output.trimEnd());
  console.error(error.message);
}

/**
 * Links `node` in `node_modules/.bin`, where npm scripts look first, so that they run with the packaged Node.js. npm 11
 * creates this link, but npm 10 does not.
 */
function linkNode() {
  const link = join(root, "node_modules", ".bin", "node");
  const node = findNode();
  if (process.platform === "win32" || node === process.execPath || existsSync(link)) return;
  rmSync(link, { force: true });
  symlinkSync(relative(dirname(link), node), link);
}

async function install(packages, tools) {
  // The build and the tests need their tools for every value of NODE_ENV.
  const scope = [
    tools ? "--include=dev" : "--omit=dev",
    "--include=optional",
    "--loglevel=error",
    "--no-progress",
  ];
  let result = await npm(["ci", ...scope]);
  // `npm ci` calls a lock file "not in sync" when it was written against a registry that lacks packages of other
  // platforms. `npm install` takes the same exact versions from it.
  if (result.code !== 0 && result.output.includes("EUSAGE")) {
    result = await npm(["install", "--no-save", ...scope]);
  }
  // npm leaves out optional packages that need a newer Node.js than its own. The packaged Node.js is new enough.
  if (result.code === 0 && findNode() !== process.execPath && !matchesInstalled(packages, tools)) {
    result = await npm(["install", "--no-save", ...scope], findNode());
  }
  if (result.code !== 0) throw new PrepareError("The packages could not be installed.", result.output);
}

/** Runs the npm that started this program, or the one on the path, under the given Node.js. */
function npm(args, node = process.execPath) {
  const script = process.env.npm_execpath;
  const isScript = script !== undefined && /npm(-cli)?\.c?js$/.test(script) && existsSync(script);
  if (isScript) return run(node, [script, ...args]);
  return run("npm", args, {
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
}

/** Returns whether the installed packages match the lock file, according to npm's record of the last install. */
function matchesInstalled(packages, tools) {
  const installed = readJson("node_modules/.package-lock.json")?.packages;
  if (!installed) return false;
  return Object.entries(packages).every(([path, wanted]) => {
    if (!path.startsWith("node_modules/") || wanted.link || (wanted.dev && !tools)) return true;
    const installedPackage = installed[path];
    if (!installedPackage) return wanted.optional === true && !isForThisMachine(wanted);
    return installedPackage.version === wanted.version && installedPackage.integrity === wanted.integrity;
  });
}

/**
 * Returns whether an optional package is for this platform. A package without a platform is a dependency of a package
 * that is left out.
 */
function isForThisMachine({ os, cpu, libc }) {
  if (!os && !cpu) return false;
  const allows = (list, value) => list === undefined || [list].flat().includes(value);
  return allows(os, process.platform) && allows(cpu, process.arch) && allows(libc, "glibc");
}

/** Returns a signature that changes whenever a file of the web app is added, removed or saved. */
function sourceSignature() {
  const hash = createHash("sha256");
  const add = (path) => {
    const absolute = join(root, path);
    const status = statSync(absolute);
    if (!status.isDirectory()) {
      hash.update(`${path}\0${status.size}\0${status.mtimeMs}\n`);
      return;
    }
    for (const name of readdirSync(absolute).sort()) {
      if (!NOT_SOURCES.has(name)) add(`${path}/${name}`);
    }
  };
  WEB_SOURCES.forEach(add);
  return hash.digest("hex");
}

function readJson(path) {
  try {
    return JSON.parse(readFileSync(join(root, path), "utf8"));
  } catch {
    return undefined;
  }
}

/** Writes a stamp if possible. Stamps only save time; in a read-only folder, the next start checks again. */
function writeJson(path, value) {
  const absolute = join(root, path);
  try {
    mkdirSync(dirname(absolute), { recursive: true });
    writeFileSync(absolute, `${JSON.stringify(value)}\n`);
  } catch (error) {
    if (!["EACCES", "EPERM", "EROFS"].includes(error.code)) throw error;
  }
}
