import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { Disclosure } from "../../../ui/layout/disclosure.tsx";

/** Section for permission codes with an explanation, initially collapsed. Codes are shown only in this section. */
export function TechnicalRights({ children }: { children: ReactNode }) {
  const t = useTranslations("rights");
  return (
    <Disclosure summary={t("technical")}>
      <div className="grid gap-3 pb-3">
        <p className="text-small text-text-3">{t("technicalText")}</p>
        {children}
      </div>
    </Disclosure>
  );
}

/** Lists permissions by their codes, as the audit log and other programs show them. */
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
