import type { CommandDialog } from "./command-dialog.tsx";

type Loaded = typeof CommandDialog;

let loaded: Loaded | undefined;
let loading: Promise<Loaded> | undefined;

async function importDialog(): Promise<Loaded> {
  loaded = (await import("./command-dialog.tsx")).CommandDialog;
  return loaded;
}

/**
 * Downloads the command dialog once. A failed download is not cached, so that the next call tries again.
 * @throws the error of the failed download.
 */
export function loadCommandDialog(): Promise<Loaded> {
  loading ??= importDialog().catch((reason: unknown) => {
    loading = undefined;
    throw reason;
  });
  return loading;
}

/** Returns the dialog if it has been downloaded. */
export function commandDialogIfLoaded(): Loaded | undefined {
  return loaded;
}
