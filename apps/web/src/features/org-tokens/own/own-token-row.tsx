import KeyRound from "lucide-react/icons/key-round";
import { useTranslations } from "use-intl";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import type { ApplicationWithAccess } from "./own-tokens.api.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

interface OwnTokenRowProps {
  application: ApplicationWithAccess;
  onRevoke: () => void;
}

/** Shows one application with its organization, scopes, last activity and a button to revoke it. */
export function OwnTokenRow({ application, onRevoke }: OwnTokenRowProps) {
  const t = useTranslations("org-tokens");
  const format = useFormat();
  const { scopes, lastActivity } = application;
  const labels = [
    scopes.has("read") ? t("scopeRead") : null,
    scopes.has("write") ? t("scopeWrite") : null,
    scopes.has("profile") ? t("scopeProfile") : null,
  ].filter((word) => word !== null);
  const details = [
    application.organizationName,
    t("scopes", { scopes: labels.join(", ") }),
    lastActivity === null ? t("unused") : t("used", { time: format.momentInText(lastActivity) }),
    t("expires", { time: format.date(application.expiresAt) }),
    application.tokens > 1 ? t("keys", { count: application.tokens }) : null,
  ];
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-2 border-t border-line py-3 first:border-t-0 first:pt-0 last:pb-0">
      <KeyRound size={18} strokeWidth={1.75} aria-hidden="true" className="mt-0.5 shrink-0 text-text-3" />
      <div className="min-w-0 flex-1 basis-48">
        <p className="text-body font-label wrap-anywhere text-text">{application.name}</p>
        <p className="text-dense wrap-anywhere text-text-2">
          <Dotted details={details} />
        </p>
      </div>
      <WriteButton
        size="small"
        aria-label={t("revokeOf", {
          application: application.name,
          organization: application.organizationName,
        })}
        onClick={onRevoke}
      >
        {t("revoke")}
      </WriteButton>
    </li>
  );
}
