import BookOpen from "lucide-react/icons/book-open";
import { useTranslations } from "use-intl";
import { buttonClass } from "../../ui/button/button-style.ts";

/** Opens the description of events and signatures, which can also be read without an account. */
export function ReceiverGuideLink() {
  const t = useTranslations("webhooks");
  return (
    <a
      href="/api/docs#events"
      target="_blank"
      rel="noreferrer"
      className={buttonClass({ variant: "secondary" })}
    >
      <BookOpen size={18} strokeWidth={1.75} aria-hidden />
      {t("guide")}
    </a>
  );
}
