import Menu from "lucide-react/icons/menu";
import X from "lucide-react/icons/x";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { Drawer } from "../../ui/drawer.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Logo } from "../../ui/logo.tsx";
import { NavList } from "./nav-list.tsx";

/** The menu button below 768 px and the drawer it opens. */
export function NavigationDrawer() {
  const t = useTranslations("shell");
  const frame = useTranslations("frame");
  const [open, setOpen] = useState(false);
  return (
    <div className="md:hidden">
      <IconButton
        icon={Menu}
        label={t("openNavigation")}
        aria-expanded={open}
        tooltipSide="bottom"
        onClick={() => setOpen(true)}
      />
      <Drawer
        open={open}
        onOpenChange={setOpen}
        side="left"
        title={t("navigation")}
        closeLabel={t("closeNavigation")}
        bare
      >
        <div className="flex h-14 items-center justify-between pr-2 pl-5">
          <Logo name={frame("product")} size={28} />
          <IconButton
            icon={X}
            label={t("closeNavigation")}
            tooltipSide="bottom"
            onClick={() => setOpen(false)}
          />
        </div>
        <div className="px-3 py-4">
          <NavList onNavigate={() => setOpen(false)} />
        </div>
      </Drawer>
    </div>
  );
}
