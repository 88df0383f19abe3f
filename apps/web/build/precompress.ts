import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Plugin } from "vite";

const compressed = new Set([".js", ".css", ".svg", ".json", ".webmanifest"]);

/** Size below which a file is not compressed, because it fits into a packet anyway. */
const smallestBytes = 200;

async function compressFile(path: string): Promise<void> {
  const source = await readFile(path);
  if (source.length < smallestBytes) return;
  const [asBrotli, asGzip] = await Promise.all([
    promisify(brotliCompress)(source, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: source.length } }),
    promisify(gzip)(source, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, asBrotli), writeFile(`${path}.gz`, asGzip)]);
}

/**
 * Writes a Brotli and a gzip version of every text file of the build, so that the server only has to select one.
 * Files shrink to between a sixth and a quarter, without CPU time at runtime.
 */
export function precompress(): Plugin {
  return {
    name: "praxisportal:precompress",
    apply: "build",
    // This runs after all files are written, including those copied from the public folder.
    enforce: "post",
    writeBundle: {
      order: "post",
      sequential: true,
      async handler({ dir }) {
        if (dir === undefined) return;
        const files = await readdir(dir, { recursive: true });
        await Promise.all(
          files.filter((file) => compressed.has(extname(file))).map((file) => compressFile(join(dir, file))),
        );
      },
    },
  };
}
