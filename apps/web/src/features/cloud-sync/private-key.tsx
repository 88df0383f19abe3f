import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { saveFile } from "../../platform/api-client/save-file.ts";
import { Button } from "../../ui/button/button.tsx";
import type { KeyPair } from "./make-key.ts";

/** Shows the private key, to copy or to save as a file that age programs read. */
export function PrivateKey({ pair }: { pair: KeyPair }) {
  const t = useTranslations("cloud-sync");
  const [copied, setCopied] = useState<boolean | null>(null);
  return (
    <div className="grid gap-2">
      <p className="text-dense font-label text-text">{t("key.private")}</p>
      <code className="rounded-r-3 border border-line bg-surface-2 px-3 py-2.5 font-mono text-small break-all text-text select-all">
        {pair.privateKey}
      </code>
      <div className="button-row flex flex-wrap gap-2">
        <Button
          size="small"
          icon={copied === true ? Check : Copy}
          onClick={() => {
            navigator.clipboard.writeText(pair.privateKey).then(
              () => setCopied(true),
              () => setCopied(false),
            );
          }}
        >
          {t("key.copy")}
        </Button>
        <Button
          size="small"
          icon={Download}
          onClick={() => {
            const text = `# public key: ${pair.publicKey}\n${pair.privateKey}\n`;
            saveFile(new File([text], t("key.fileName"), { type: "text/plain" }));
          }}
        >
          {t("key.save")}
        </Button>
      </div>
      <p role="status" className="text-small text-text-2 empty:hidden">
        {copied === null ? "" : copied ? t("key.copied") : t("key.copyFailed")}
      </p>
    </div>
  );
}
