import { useTranslations } from "use-intl";
import { sensitiveKinds } from "@praxisportal/contract/ai/redaction/kinds";
import type { Replacement } from "./redact.ts";

interface RedactionSummaryProps {
  findings: readonly Pick<Replacement, "kind" | "placeholder">[];
}

const placeholdersOf = (findings: RedactionSummaryProps["findings"], kind: Replacement["kind"]) =>
  new Set(findings.filter((finding) => finding.kind === kind).map(({ placeholder }) => placeholder));

/** Shows the number of placeholders by kind, with a disclaimer. A person who is named twice counts once. */
export function RedactionSummary({ findings }: RedactionSummaryProps) {
  const t = useTranslations("assistant");
  const counts = sensitiveKinds
    .map((kind) => ({ kind, count: placeholdersOf(findings, kind).size }))
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
