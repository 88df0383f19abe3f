import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../../../ui/button/icon-button.tsx";

/** Short value with a copy button. */
export function CopyValue({ name, value }: { name: string; value: string }) {
  const t = useTranslations("organization");
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <span className="inline-flex max-w-full flex-wrap items-center gap-x-1">
      <code className="font-mono select-all">{value}</code>
      <IconButton
        icon={copied === true ? Check : Copy}
        size="small"
        // As high as the line, so that the value is aligned with its neighbors.
        className="-my-2.5"
        label={t("copyOf", { name })}
        onClick={() => {
          navigator.clipboard.writeText(value).then(
            () => setCopied(true),
            () => setCopied(false),
          );
        }}
      />
      <span role="status" className="text-small text-text-2 empty:hidden">
        {copied === null ? "" : copied ? t("copied") : t("copyFailed")}
      </span>
    </span>
  );
}
