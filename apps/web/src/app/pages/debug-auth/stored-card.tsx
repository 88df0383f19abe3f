import { useTranslations } from "use-intl";
import { Card } from "../../../ui/layout/card.tsx";
import type { StoredValue } from "./stored-values.ts";

/** Keys and masked values stored in this browser. */
export function StoredCard({ values }: { values: readonly StoredValue[] }) {
  const t = useTranslations("debug-auth");
  return (
    <Card title={t("stored.title")} description={t("stored.text")} flush>
      <ul className="divide-y divide-line">
        {values.map(({ key, area, mask, length }) => (
          <li
            key={`${area} ${key}`}
            className="grid grid-cols-[auto_1fr] items-baseline gap-x-4 gap-y-0.5 px-5 py-2.5 text-dense sm:grid-cols-[minmax(0,1fr)_4rem_12rem]"
          >
            <span className="min-w-0 font-mono text-text wrap-anywhere max-sm:col-span-2">{key}</span>
            <span className="text-text-3">{t(`stored.${area}`)}</span>
            <span className="font-mono text-text-2 tabular-nums">{t("masked", { mask, length })}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
