import { type AppMutation, useAppMutation } from "./use-app-mutation.ts";

/** Saving a file, as a button starts it. */
export type FileExport = AppMutation<() => Promise<void>>;

/** Saves one file at a time. The page shows why that failed. */
export function useFileExport(): FileExport {
  return useAppMutation({ mutate: (save: () => Promise<void>) => save() });
}
