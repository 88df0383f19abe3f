import ScrollText from "lucide-react/icons/scroll-text";
import ShieldCheck from "lucide-react/icons/shield-check";
import Users from "lucide-react/icons/users";
import { useTranslations } from "use-intl";
import { BrandArches } from "../../ui/layout/brand-arches.tsx";
import { Logo } from "../../ui/layout/logo.tsx";
import { ServiceState } from "./service-state.tsx";

const details = [
  { key: "separate", icon: ShieldCheck },
  { key: "recorded", icon: ScrollText },
  { key: "own", icon: Users },
] as const;

/** Brand panel beside the form, from 1024 px. */
export function LoginBrand() {
  const t = useTranslations("auth");
  const frame = useTranslations("frame");
  return (
    <aside
      aria-label={frame("product")}
      className="relative flex w-120 shrink-0 flex-col overflow-hidden border-r border-line bg-brand-panel p-12 max-lg:hidden"
    >
      <BrandArches className="absolute right-0 bottom-0" />
      <Logo name={frame("product")} />
      <p className="mt-28 text-claim whitespace-pre-line text-text">{t("claim")}</p>
      <ul className="mt-6 grid max-w-[20rem] gap-4">
        {details.map(({ key, icon: Icon }) => (
          <li key={key} className="flex items-start gap-3 text-body text-text-2">
            <Icon size={18} strokeWidth={1.75} className="mt-px shrink-0 text-accent-text" aria-hidden />
            {t(`facts.${key}`)}
          </li>
        ))}
      </ul>
      <ServiceState className="relative mt-auto" />
    </aside>
  );
}
