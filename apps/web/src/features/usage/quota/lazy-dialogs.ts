import { lazyDialog } from "../../../platform/loading/lazy-part.tsx";

export const QuotaDialog = lazyDialog(async () => (await import("./quota-dialog.tsx")).QuotaDialog);
