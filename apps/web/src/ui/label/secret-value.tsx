import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { type ReactNode, useState } from "react";
import { Button } from "../button/button.tsx";

export interface SecretValueProps {
  /** Name of the secret, shown above it. */
  name: string;
  value: string;
  hint: ReactNode;
  copyLabel: string;
  /** Accessible name of the copy button. */
  copyName: string;
  copied: string;
  copyFailed: string;
}

/** A complete secret that can be selected or copied. */
export function SecretValue({
  name,
  value,
  hint,
  copyLabel,
  copyName,
  copied,
  copyFailed,
}: SecretValueProps) {
  const [isCopied, setCopied] = useState<boolean | null>(null);
  return (
    <div className="grid gap-1">
      <p className="text-dense font-label text-text">{name}</p>
      <div className="flex items-start gap-2 rounded-r-3 border border-line bg-surface-2 py-1.5 pr-1.5 pl-3">
        <code className="min-w-0 flex-1 py-1 font-mono text-small break-all text-text select-all">
          {value}
        </code>
        <Button
          size="small"
          icon={isCopied === true ? Check : Copy}
          aria-label={copyName}
          onClick={() => {
            navigator.clipboard.writeText(value).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          {copyLabel}
        </Button>
      </div>
      <p className="text-small text-text-3">{hint}</p>
      <p role="status" className="text-small text-text-2 empty:hidden">
        {isCopied === null ? "" : isCopied ? copied : copyFailed}
      </p>
    </div>
  );
}
