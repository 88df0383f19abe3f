import type { ReactNode } from "react";
import { useTranslations } from "use-intl";
import { BrandArches } from "../../ui/layout/brand-arches.tsx";
import { Logo } from "../../ui/layout/logo.tsx";

export interface StandalonePageProps {
  title: string;
  text: string;
  children: ReactNode;
}

/** A page outside the layout: logo, heading, one sentence and an action. */
export function StandalonePage({ title, text, children }: StandalonePageProps) {
  const t = useTranslations("frame");
  return (
    <main className="motion-page relative grid min-h-dvh place-items-center overflow-hidden bg-canvas p-6">
      <BrandArches className="absolute right-0 bottom-0 max-md:hidden" />
      <div className="relative w-full max-w-[24rem]">
        <Logo name={t("product")} />
        <h1 tabIndex={-1} className="mt-8 text-display text-text">
          {title}
        </h1>
        <p className="mt-2 text-body text-text-2">{text}</p>
        <div className="mt-6">{children}</div>
      </div>
    </main>
  );
}
