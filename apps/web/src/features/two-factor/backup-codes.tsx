import Copy from "lucide-react/icons/copy";
import Download from "lucide-react/icons/download";
import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { Button } from "../../ui/button/button.tsx";
import { PrintSheet } from "../../ui/layout/print-sheet.tsx";

/** Returns the header of the printed or saved codes: their account and the time of their creation. */
function useSheetHeader(): readonly string[] {
  const t = useTranslations("two-factor");
  const frame = useTranslations("frame");
  const format = useFormat();
  const user = useSession((session) => session.user);
  const organization = useSession((session) => session.organization?.name ?? null);
  const [now] = useState(() => new Date().toISOString());
  const name = `${user?.personalInfo.firstName ?? ""} ${user?.personalInfo.lastName ?? ""}`.trim();
  const account = user?.username ?? user?.email ?? "";
  return [
    t("codes.sheetTitle", { product: frame("product") }),
    ...(organization === null ? [] : [t("codes.sheetOrganization", { organization })]),
    t("codes.sheetOwner", { owner: account === "" ? name : `${name} (${account})` }),
    t("codes.sheetDate", { date: format.dateLong(now) }),
  ];
}

/** Triggers a file download. */
function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}

/** Shows backup codes once, with three ways to save them. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const t = useTranslations("two-factor");
  const sheetHeader = useSheetHeader();
  const [copied, setCopied] = useState<"codes.copied" | "codes.copyFailed" | null>(null);
  const text = [...sheetHeader, "", ...codes, "", t("codes.sheetText"), ""].join("\r\n");
  return (
    <div className="grid gap-3">
      <ul
        aria-label={t("codes.list")}
        className="grid gap-x-8 gap-y-2 rounded-r-3 border border-line bg-surface-2 px-4 py-3 font-mono text-body text-text sm:grid-cols-2"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="button-row flex flex-wrap gap-2">
        <Button icon={Printer} onClick={() => window.print()}>
          {t("codes.print")}
        </Button>
        <Button
          icon={Copy}
          onClick={() => {
            navigator.clipboard.writeText(text).then(
              () => setCopied("codes.copied"),
              () => setCopied("codes.copyFailed"),
            );
          }}
        >
          {t(copied === "codes.copied" ? "codes.copied" : "codes.copy")}
        </Button>
        <Button icon={Download} onClick={() => download(t("codes.file"), text)}>
          {t("codes.download")}
        </Button>
      </div>
      <p role="status" className="text-dense text-text-2 empty:hidden">
        {copied === null ? "" : t(copied)}
      </p>
      <PrintSheet>
        <h1 className="text-title">{sheetHeader[0]}</h1>
        {sheetHeader.slice(1).map((line) => (
          <p key={line}>{line}</p>
        ))}
        <ul className="mt-6 grid grid-cols-2 gap-3 font-mono text-section">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <p className="mt-6">{t("codes.sheetText")}</p>
      </PrintSheet>
    </div>
  );
}
