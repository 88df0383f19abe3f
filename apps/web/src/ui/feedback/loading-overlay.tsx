import { useEffect } from "react";
import { LogoMark } from "../layout/logo.tsx";
import { Spinner } from "./spinner.tsx";

/** Blocks keys from reaching the page. Browser commands such as reload and close still work. */
function blockKey(event: KeyboardEvent): void {
  event.stopPropagation();
  if (event.ctrlKey || event.metaKey || event.altKey || /^F\d/.test(event.key)) return;
  event.preventDefault();
}

/**
 * Covers the window to block interaction. It blocks pointer and keyboard at once but becomes visible only
 * after a moment, so that fast operations do not flicker.
 */
export function LoadingOverlay({ label }: { label: string }) {
  useEffect(() => {
    // The focus does not move, so that the user can continue there afterwards.
    document.addEventListener("keydown", blockKey, { capture: true });
    return () => document.removeEventListener("keydown", blockKey, { capture: true });
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
