import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants, existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

/** Settings to launch Chromium, for Playwright, Lighthouse and benchmarks. */
export interface ChromiumLaunch {
  executablePath: string;
  args: string[];
  /** The complete environment of the browser process. */
  env: Record<string, string>;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const SYSTEM_PATHS = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"];

/** Arguments for a browser without graphics card, first-run pages and requests of its own. */
const ARGS = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/**
 * Finds a Chromium without downloading one: first `CHROME_PATH`, then the packaged browser (Linux x64), then the
 * browser of the system. The packaged browser is the same on every machine. It is headless only, because the windows of
 * a full browser add half the cost of the pages.
 *
 * @throws Error that names `CHROME_PATH` if there is none.
 */
export async function chromiumExecutable(): Promise<ChromiumLaunch> {
  const executable = namedPath();
  if (executable === undefined && process.platform === "linux" && process.arch === "x64")
    return packagedChromium();
  const path = executable ?? (await systemPath());
  if (path === undefined) {
    throw new Error("No Chromium found: install Chromium or Google Chrome, or set CHROME_PATH.");
  }
  return { executablePath: path, args: [...rootArgs(), ...ARGS], env: environment({}) };
}

function namedPath(): string | undefined {
  const path = process.env["CHROME_PATH"];
  if (path === undefined || path === "") return undefined;
  if (!isExecutable(path)) throw new Error(`CHROME_PATH is not an executable program: ${path}`);
  return path;
}

async function systemPath(): Promise<string | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter).filter((folder) => folder !== "");
  const candidates = [
    ...SYSTEM_NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...SYSTEM_PATHS,
  ].filter(isExecutable);
  for (const candidate of candidates) {
    // Some systems install a stub under this name that only explains how to install the browser.
    if (await respondsToVersion(candidate)) return candidate;
  }
  return undefined;
}

async function respondsToVersion(path: string): Promise<boolean> {
  const child = spawn(path, ["--version"], { stdio: "ignore", timeout: 10_000 });
  const [code] = (await once(child, "close").catch(() => [1])) as [number | null];
  return code === 0;
}

/**
 * Returns the arguments for root, for which Chromium refuses its sandbox. The tests open only the portal's own pages.
 */
function rootArgs(): string[] {
  return process.getuid?.() === 0 ? ["--no-sandbox"] : [];
}

async function packagedChromium(): Promise<ChromiumLaunch> {
  const folder = await unpackOnce();
  const libraries = [join(folder, "al2023", "lib"), process.env["LD_LIBRARY_PATH"] ?? ""];
  return {
    executablePath: join(folder, "chromium"),
    // The setuid sandbox helper is not installed, and some systems forbid the user-namespace sandbox.
    args: ["--no-sandbox", ...ARGS],
    env: environment({
      LD_LIBRARY_PATH: libraries.filter((path) => path !== "").join(delimiter),
      ...(!existsSync("/etc/fonts/fonts.conf") && { FONTCONFIG_PATH: join(folder, "fonts") }),
    }),
  };
}

/**
 * Unpacks the packaged browser with its libraries and fonts into `node_modules/.cache`, once per version. The package's
 * own function unpacks into the temporary folder, so it runs in a process with a separate temporary folder. The result
 * is renamed into place, so that parallel runs do not collide.
 */
async function unpackOnce(): Promise<string> {
  const source = join(ROOT, "node_modules", "@sparticuz", "chromium");
  const { version } = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as { version: string };
  const cache = join(ROOT, "node_modules", ".cache", "praxisportal");
  const target = join(cache, `chromium-${version}`);
  // Cache cleaners remove single files, so an incomplete folder is unpacked again.
  if (existsSync(join(target, "chromium"))) return target;
  await rm(target, { recursive: true, force: true });
  await mkdir(cache, { recursive: true });
  const unfinished = await mkdtemp(join(cache, "chromium-unpacking-"));
  try {
    await unpack(join(source, "bin"), unfinished);
    // A later run may have a different user than the run that unpacked the files.
    await chmod(unfinished, 0o755);
    await chmod(join(unfinished, "chromium"), 0o755);
    await rename(unfinished, target).catch((error: unknown) => {
      if (!existsSync(join(target, "chromium"))) throw error;
    });
    return target;
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
}

async function unpack(archives: string, folder: string): Promise<void> {
  const program = `
    import { join } from "node:path";
    import { inflate } from "@sparticuz/chromium";
    const files = ["chromium.br", "fonts.tar.br", "swiftshader.tar.br", "al2023.tar.br"];
    await Promise.all(files.map((file) => inflate(join(process.argv[1], file))));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, archives], {
    cwd: ROOT,
    env: { ...process.env, TMPDIR: folder },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error("The packaged Chromium could not be unpacked.");
}

/** Language of the browser. It is German as in a practice, so that date fields begin with the day. */
const GERMAN = { LANG: "de_DE.UTF-8", LC_ALL: "de_DE.UTF-8", LANGUAGE: "de" };

function environment(additions: Record<string, string>): Record<string, string> {
  const entries = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return { ...Object.fromEntries(entries), ...GERMAN, ...additions };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
