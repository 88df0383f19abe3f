import type { ReactNode } from "react";

/** One section of the gallery: a small title and its examples. */
export function GalleryBox({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-r-3 border border-line bg-surface p-5 pt-4" aria-label={title}>
      <h2 className="mb-3 text-small font-strong text-text-3">{title}</h2>
      {children}
    </section>
  );
}
