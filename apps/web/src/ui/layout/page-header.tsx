// Rendered once per page, so memoization would only make the initial bundle larger.
"use no memo";

import type { ReactNode } from "react";
import { wholeWords } from "../label/whole-words.tsx";

export interface PageHeaderProps {
  title: ReactNode;
  /** One line below the heading. */
  subtitle?: ReactNode;
  /** At most one primary and two secondary buttons. Below 768 px, the primary button is first. */
  actions?: ReactNode;
  /** An avatar or a logo in front of the heading. */
  media?: ReactNode;
  /** A badge next to the heading. */
  mark?: ReactNode;
  /** Badges below the subtitle line. */
  badges?: ReactNode;
}

/** The single h1 of a page with its subtitle and actions. */
export function PageHeader({ title, subtitle, actions, media, mark, badges }: PageHeaderProps) {
  return (
    <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="flex min-w-0 items-start gap-4 md:flex-1 md:basis-72">
        {media}
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3">
            <h1 tabIndex={-1} className="text-title text-text">
              {wholeWords(title)}
            </h1>
            {mark}
          </div>
          {subtitle !== undefined && (
            <p className="mt-0.5 text-body wrap-anywhere text-text-2">{wholeWords(subtitle)}</p>
          )}
          {badges !== undefined && <div className="mt-2 flex flex-wrap items-center gap-2">{badges}</div>}
        </div>
      </div>
      {actions !== undefined && (
        <div className="button-row flex flex-wrap items-center gap-3 max-md:gap-2 max-md:[&>.main-action]:order-first max-md:[&>:is(a,button)]:px-2.5 print:hidden">
          {actions}
        </div>
      )}
    </header>
  );
}
