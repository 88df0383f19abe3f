import { LogoMark } from "./logo.tsx";
import { Spinner } from "./spinner.tsx";

/** Covers the window while the application starts; nothing else may use it. */
export function LoadingOverlay({ label }: { label: string }) {
  return (
    <div className="fixed inset-0 z-50 grid place-items-center bg-canvas text-accent">
      <div className="grid justify-items-center gap-6">
        <LogoMark size={48} />
        <Spinner size="large" label={label} />
      </div>
    </div>
  );
}
