import type { ReactNode } from "react";
import { wholeWords } from "../../ui/label/whole-words.tsx";

export type Detail = readonly [name: string, value: ReactNode];

/** A definition list in columns. */
export function DetailList({ details, className }: { details: readonly Detail[]; className: string }) {
  return (
    <dl className={`grid gap-x-6 gap-y-3 text-dense ${className}`}>
      {details.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-small text-text-3">{wholeWords(name)}</dt>
          <dd className="mt-0.5 wrap-anywhere text-text">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
