import type { ReactNode } from "react";
import { Logo } from "./logo.tsx";

/** A page outside the application layout: one card below the product name. */
export function StandaloneLayout({ product, children }: { product: string; children: ReactNode }) {
  return (
    <main className="motion-page min-h-dvh bg-canvas px-4 py-6 md:py-12">
      <div className="mx-auto max-w-160">
        <Logo name={product} />
        <div className="mt-6 rounded-r-3 border border-line bg-surface p-5 md:p-8">{children}</div>
      </div>
    </main>
  );
}

/** Heading and introduction of a page with this layout. */
export function StandaloneHeader({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <>
      <h1 tabIndex={-1} className="text-display text-text">
        {title}
      </h1>
      {children !== undefined && <div className="mt-2 text-body text-text-2">{children}</div>}
    </>
  );
}
