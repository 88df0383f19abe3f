import { Link } from "@tanstack/react-router";
import ArrowLeft from "lucide-react/icons/arrow-left";
import { useTranslations } from "use-intl";
import { linkClass } from "../../ui/button/link-style.ts";

export function BackLink() {
  const t = useTranslations("ai-providers");
  return (
    <Link
      to="/ai-providers"
      search={{}}
      className={`${linkClass} mb-3 inline-flex items-center gap-1.5 text-dense print:hidden`}
    >
      <ArrowLeft size={16} strokeWidth={2} aria-hidden />
      {t("back")}
    </Link>
  );
}
