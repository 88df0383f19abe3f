import CircleCheck from "lucide-react/icons/circle-check";
import CircleSlash from "lucide-react/icons/circle-slash";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "use-intl";

interface AbilitiesProps {
  title: string;
  items: readonly string[];
  icon: LucideIcon;
  iconClass: string;
}

function Abilities({ title, items, icon: Icon, iconClass }: AbilitiesProps) {
  return (
    <section className="grid gap-1">
      <h3 className="text-small font-strong text-text">{title}</h3>
      <ul className="grid gap-1 text-small text-text-2">
        {items.map((item) => (
          <li key={item} className="flex items-start gap-2">
            <Icon size={16} strokeWidth={2} className={`mt-0.5 shrink-0 ${iconClass}`} aria-hidden />
            {item}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Lists what works without the server and what does not. */
export function OfflineAbilities() {
  const t = useTranslations("connection");
  return (
    <div className="grid gap-3 border-t border-line pt-3">
      <Abilities
        title={t("possible")}
        items={[t("possibleItems.settings"), t("possibleItems.read"), t("possibleItems.pages")]}
        icon={CircleCheck}
        iconClass="text-success"
      />
      <Abilities
        title={t("impossible")}
        items={[t("impossibleItems.people"), t("impossibleItems.ai"), t("impossibleItems.exports")]}
        icon={CircleSlash}
        iconClass="text-text-3"
      />
    </div>
  );
}
