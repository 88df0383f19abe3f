import { useTranslations } from "use-intl";
import { Card } from "../../../ui/card.tsx";
import type { StoredValue } from "./stored-values.ts";

/** What is kept in this browser: names and masks. */
export function StoredCard({ values }: { values: readonly StoredValue[] }) {
  const t = useTranslations("debug-auth");
  return (
    <Card title={t("stored.title")} description={t("stored.text")} flush>
      <ul className="divide-y divide-line">
        {values.map(({ key, area, mask, length }) => (
          <li
            key={`${area} ${key}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-0.5 px-5 py-2.5 text-dense"
          >
            <span className="min-w-0 font-mono text-text wrap-anywhere">{key}</span>
            <span className="flex flex-wrap gap-x-4 text-text-3 tabular-nums">
              <span>{t(`stored.${area}`)}</span>
              <span className="font-mono text-text-2">{t("masked", { mask, length })}</span>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
