import Menu from "lucide-react/icons/menu";
import { lazy, Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../../ui/icon-button.tsx";

const NavigationDrawer = lazy(async () => ({
  default: (await import("./navigation-drawer.tsx")).NavigationDrawer,
}));

/** The menu button below 768 px; the drawer is downloaded when it is first opened. */
export function NavigationButton() {
  const t = useTranslations("shell");
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  return (
    <div className="md:hidden">
      <IconButton
        icon={Menu}
        label={t("openNavigation")}
        aria-expanded={open}
        tooltipSide="bottom"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      />
      {opened && (
        <Suspense fallback={null}>
          <NavigationDrawer open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </div>
  );
}
