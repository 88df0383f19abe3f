import type { CommandDialog } from "./command-dialog.tsx";

type Loaded = typeof CommandDialog;

let loaded: Loaded | undefined;
let loading: Promise<Loaded> | undefined;

async function fetchDialog(): Promise<Loaded> {
  loaded = (await import("./command-dialog.tsx")).CommandDialog;
  return loaded;
}

/**
 * Fetches search and commands once; a failed download is forgotten, so that the next call tries again.
 * @throws what the download failed with.
 */
export function loadCommandDialog(): Promise<Loaded> {
  loading ??= fetchDialog().catch((reason: unknown) => {
    loading = undefined;
    throw reason;
  });
  return loading;
}

/** The dialog, if it has been fetched. */
export function commandDialogIfLoaded(): Loaded | undefined {
  return loaded;
}
