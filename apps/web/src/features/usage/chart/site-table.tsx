import type { Usage } from "@praxisportal/contract/usage/usage.schema";
import { useTranslations } from "use-intl";
import { ShareTable } from "./share-table.tsx";

/** Shows usage by site. Renders nothing for an organization whose people have no site. */
export function SiteTable({ usage: { bySite, currency, totals } }: { usage: Usage }) {
  const t = useTranslations("usage");
  if (bySite.every(({ siteId }) => siteId === null)) return null;
  return (
    <ShareTable
      currency={currency}
      total={totals.costMicros}
      title={t("by.site")}
      description={t("by.siteText")}
      columnHeader={t("site")}
      rows={bySite.map(({ siteId, name, ...stats }) => ({
        key: siteId ?? "none",
        name: name ?? t("noSite"),
        stats,
      }))}
    />
  );
}
