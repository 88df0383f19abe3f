import { Link } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslations } from "use-intl";
import { linkClass } from "../../../ui/button/link-style.ts";
import { lastList } from "../list/last-list.ts";

interface BackLinkProps {
  organizationId: string;
  /** The page that linked to this page, unless it was the list. */
  from: "reviews" | undefined;
}

/** Links back to the list with its last filters, or to the page that linked to this page. */
export function BackLink({ organizationId, from }: BackLinkProps) {
  const t = useTranslations("people");
  const frame = useTranslations("frame");
  return (
    <Link
      {...(from === undefined ? lastList(organizationId) : { to: "/reviews", search: {} })}
      className={`${linkClass} mb-3 inline-flex items-center gap-1.5 text-dense print:hidden`}
    >
      <ArrowLeft size={16} strokeWidth={2} aria-hidden />
      {from === undefined ? t("page.back") : frame("titles.reviews")}
    </Link>
  );
}
