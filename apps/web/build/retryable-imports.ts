import type { Plugin } from "vite";

/** Dynamic import of another file of the build. */
const chunkImport = /\bimport\(([`"'])\.\/([^`"']+\.js)\1\)/g;

/** Vite's list of the files that a chunk's imports need, at the beginning of the chunk. */
const fileList = /^const __vite__mapDeps=.*?m\.f=(\["[^\]]*"\])/;

/** Statement with which Vite preloads the files of an import. */
const appendLink = "document.head.appendChild(link)";

/**
 * Makes failed downloads retryable. Chromium caches a failed import until the page is reloaded, and a failed
 * `modulepreload` counts as one. Every dynamic import therefore uses `importChunk` of
 * `platform/loading/import-chunk.ts`, and the scripts that it needs are fetched into the HTTP cache instead.
 */
export function retryableImports(): Plugin {
  return {
    name: "praxisportal:retryable-imports",
    apply: "build",
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler(code) {
        if (!code.includes(appendLink)) this.error(`the preload helper does not contain ${appendLink}`);
        const isInPage = 'document.querySelector(`script[src="${new URL(link.href).pathname}"]`)';
        return code.replace(
          appendLink,
          `isCss ? ${appendLink} : ${isInPage} ?? fetch(link.href).catch(() => undefined)`,
        );
      },
    },
    // This runs late, because the files change after their names are computed.
    augmentChunkHash: () => "retryable-imports-2",
    generateBundle: {
      // This runs after Vite has added the dependencies to preload, which it finds by literal imports.
      order: "post",
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== "chunk") continue;
          const folder = chunk.fileName.slice(0, chunk.fileName.lastIndexOf("/") + 1);
          const listed = JSON.parse(fileList.exec(chunk.code)?.[1] ?? "[]") as string[];
          chunk.code = chunk.code.replaceAll(chunkImport, (_import, _quote, name: string) => {
            // The code refers to the name in the list, because hashes do not compress well, and the list is too far
            // away for the compression to find them again.
            const index = listed.indexOf(folder + name);
            return index < 0
              ? `importChunk("/${folder}${name}")`
              : `importChunk("/"+__vite__mapDeps([${index}]))`;
          });
        }
      },
    },
  };
}
