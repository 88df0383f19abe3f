import { Card } from "../../../ui/layout/card.tsx";
import { cx } from "../../../ui/cx.ts";
import { StatusBadge } from "../../../ui/label/status-badge.tsx";
import type { Section } from "./detail.ts";

/** Section of facts, one per line. */
export function DetailCard({ section: { title, details } }: { section: Section }) {
  return (
    <Card title={title}>
      {/* Every line has the height of a status badge, so that nothing shifts when a value becomes a badge. */}
      <dl className="grid items-center gap-x-4 gap-y-1.5 text-dense sm:grid-cols-[11rem_minmax(0,1fr)]">
        {details.map(({ label, value, meaning, code = false }) => (
          <div key={label} className="contents">
            <dt className="text-text-3">{label}</dt>
            <dd
              className={cx(
                "flex min-h-6 items-center text-text tabular-nums wrap-anywhere max-sm:-mt-1.5",
                code && "font-mono",
              )}
            >
              {meaning === undefined ? value : <StatusBadge meaning={meaning}>{value}</StatusBadge>}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
