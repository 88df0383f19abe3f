import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";

/** A full secret to select or copy. */
export function SecretValue({ name, value, hint }: { name: string; value: string; hint: string }) {
  const t = useTranslations("issue-token");
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div className="grid gap-1">
      <p className="text-dense font-label text-text">{name}</p>
      <div className="flex items-start gap-2 rounded-r-3 border border-line bg-surface-2 py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 py-1 font-mono text-small break-all text-text select-all">
          {value}
        </code>
        <Button
          size="small"
          icon={copied === true ? Check : Copy}
          aria-label={t("reveal.copyOf", { name })}
          onClick={() => {
            navigator.clipboard.writeText(value).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          {t("reveal.copy")}
        </Button>
      </div>
      <p className="text-small text-text-3">{hint}</p>
      <p role="status" className="text-small text-text-2 empty:hidden">
        {copied === null ? "" : copied ? t("reveal.copied", { name }) : t("reveal.copyFailed")}
      </p>
    </div>
  );
}
