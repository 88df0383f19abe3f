import { useTranslations } from "use-intl";
import { type Finding, sensitiveKinds } from "@praxisportal/contract/ai/redaction/kinds";

interface RedactionSummaryProps {
  findings: readonly Finding[];
}

/** Number of marks by kind, with a disclaimer. */
export function RedactionSummary({ findings }: RedactionSummaryProps) {
  const t = useTranslations("assistant");
  const counts = sensitiveKinds
    .map((kind) => ({ kind, count: findings.filter((finding) => finding.kind === kind).length }))
    .filter(({ count }) => count > 0);
  return (
    <div className="text-dense text-text-2">
      <p className="font-label text-text">
        {counts.length === 0 ? t("redaction.nothing") : t("redaction.found")}
      </p>
      {counts.length > 0 && (
        <ul className="flex flex-wrap gap-x-4">
          {counts.map(({ kind, count }) => (
            <li key={kind}>{t(`redaction.kinds.${kind}`, { count })}</li>
          ))}
        </ul>
      )}
      <p>{t("redaction.notice")}</p>
    </div>
  );
}
