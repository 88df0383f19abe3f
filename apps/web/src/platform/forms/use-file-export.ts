import { type AppMutation, useAppMutation } from "./use-app-mutation.ts";

/** An export that saves a file, started by a button. */
export type FileExport = AppMutation<() => Promise<void>>;

/** Saves one file at a time. The page shows why an export failed. */
export function useFileExport(): FileExport {
  return useAppMutation({ mutate: (save: () => Promise<void>) => save() });
}
