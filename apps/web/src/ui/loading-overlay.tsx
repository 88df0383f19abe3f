import { useEffect } from "react";
import { LogoMark } from "./logo.tsx";
import { Spinner } from "./spinner.tsx";

/** No key reaches the page; reload, close and other commands stay the browser's. */
function holdBack(event: KeyboardEvent): void {
  event.stopPropagation();
  if (event.ctrlKey || event.metaKey || event.altKey || /^F\d/.test(event.key)) return;
  event.preventDefault();
}

/**
 * Covers the window while nobody may act upon what lies under it. It takes pointer and keys at once; it is seen only
 * after a moment, so that what is quick does not flicker.
 */
export function LoadingOverlay({ label }: { label: string }) {
  useEffect(() => {
    // The focus stays where it is, so that work goes on there afterwards.
    document.addEventListener("keydown", holdBack, { capture: true });
    return () => document.removeEventListener("keydown", holdBack, { capture: true });
  }, []);
  return (
    <div
      data-loading-overlay=""
      className="motion-overlay fixed inset-0 z-60 grid cursor-progress place-items-center bg-canvas text-accent"
    >
      <div className="grid justify-items-center gap-6">
        <LogoMark size={48} />
        <Spinner size="large" label={label} />
      </div>
    </div>
  );
}
