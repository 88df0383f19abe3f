import { lazy, Suspense } from "react";
import type { QuotaDialogProps } from "./quota-dialog.tsx";

// Lazy: most visits do not change limits.
const Component = lazy(async () => ({ default: (await import("./quota-dialog.tsx")).QuotaDialog }));

export function LazyQuotaDialog(props: QuotaDialogProps) {
  return (
    <Suspense fallback={null}>
      <Component {...props} />
    </Suspense>
  );
}
