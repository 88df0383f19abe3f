import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import type { AuditQuery } from "./audit-search.ts";
import { type AuditEntry, type AuditScope, countedNewEntries, newAuditEntriesQuery } from "./audit.api.ts";

interface NewEntriesBannerProps {
  scope: AuditScope;
  search: AuditQuery;
  /** The rows that are shown, of the same search. */
  entries: readonly AuditEntry[];
  onShow: () => void;
}

/** Announces newer entries that match the filters, without moving the rows that are being read. */
export function NewEntriesBanner({ scope, search, entries, onShow }: NewEntriesBannerProps) {
  const t = useTranslations("audit");
  const { data } = useQuery(newAuditEntriesQuery(scope, search));
  const newest = entries[0]?.seq ?? 0;
  const count = data?.filter((seq) => seq > newest).length ?? 0;
  return (
    <div role="status" className="empty:hidden print:hidden">
      {count > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3 rounded-r-3 bg-info-soft px-4 py-2 text-dense text-text">
          <span>
            {count > countedNewEntries
              ? t("manyNewEntries", { count: countedNewEntries })
              : t("newEntries", { count })}
          </span>
          <Button size="small" onClick={onShow}>
            {t("show")}
          </Button>
        </div>
      )}
    </div>
  );
}
