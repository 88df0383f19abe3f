import { useTranslations } from "use-intl";
import { Logo } from "../../ui/logo.tsx";
import { LoginBrand } from "./login-brand.tsx";
import { LoginControls } from "./login-controls.tsx";
import { LoginForm } from "./login-form.tsx";
import { ServiceState } from "./service-state.tsx";

/**
 * The login page: brand area from 1024 px, controls at the upper right, the form in the middle. Where to go after
 * the sign-in is the business of whoever shows it: the front door, or the route.
 */
export function LoginPage() {
  const t = useTranslations("auth");
  const frame = useTranslations("frame");
  return (
    <div className="motion-page flex min-h-dvh bg-surface">
      <LoginBrand />
      <main className="flex min-w-0 flex-1 flex-col px-5 py-4 md:px-8 md:py-6">
        <div className="flex flex-wrap items-center justify-between gap-x-2 gap-y-3 lg:justify-end">
          <Logo name={frame("product")} className="lg:hidden" />
          <LoginControls />
        </div>
        <div className="mx-auto flex w-full max-w-96 flex-1 flex-col pt-7 md:justify-center md:pt-0">
          <h1 tabIndex={-1} className="text-display text-text">
            {t("title")}
          </h1>
          <p className="text-body text-text-2">{t("subtitle")}</p>
          <LoginForm />
          <p className="mt-5 text-dense text-text-2">{t("help")}</p>
        </div>
        <ServiceState className="mt-6 justify-center lg:hidden" />
      </main>
    </div>
  );
}
