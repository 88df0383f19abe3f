import ChevronRight from "lucide-react/icons/chevron-right";
import type { ReactNode } from "react";
import { useTranslations } from "use-intl";

/** The only place for permission codes on a screen: closed at first, with a sentence on what they are. */
export function TechnicalRights({ children }: { children: ReactNode }) {
  const t = useTranslations("rights");
  return (
    <details className="group border-t border-line">
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-r-2 text-dense font-label text-text-2">
        <ChevronRight
          size={16}
          strokeWidth={2}
          aria-hidden
          className="shrink-0 text-text-3 transition-transform duration-(--t-quick) group-open:rotate-90"
        />
        {t("technical")}
      </summary>
      <div className="grid gap-3 pb-3">
        <p className="text-small text-text-3">{t("technicalText")}</p>
        {children}
      </div>
    </details>
  );
}

/** Permissions by their codes, as the audit log and other programs show them. */
export function PermissionCodes({ permissions }: { permissions: readonly string[] }) {
  return (
    <ul className="flex flex-wrap gap-1">
      {permissions.map((permission) => (
        <li
          key={permission}
          className="rounded-r-2 bg-surface-3 px-1.5 py-0.5 font-mono text-small text-text-2"
        >
          {permission}
        </li>
      ))}
    </ul>
  );
}
