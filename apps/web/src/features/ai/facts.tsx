import type { ReactNode } from "react";

export type Fact = readonly [name: string, value: ReactNode];

/** A definition list in columns. */
export function Facts({ facts, className }: { facts: readonly Fact[]; className: string }) {
  return (
    <dl className={`grid gap-x-6 gap-y-3 text-dense ${className}`}>
      {facts.map(([name, value]) => (
        <div key={name} className="min-w-0">
          <dt className="text-small text-text-3">{name}</dt>
          <dd className="mt-0.5 wrap-anywhere text-text">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
