// Rarely rendered. Without memoization, the start chunk is smaller.
"use no memo";

import Menu from "lucide-react/icons/menu";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { IconButton } from "../../../ui/button/icon-button.tsx";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";

const NavigationDrawer = lazyDialog(async () => (await import("./navigation-drawer.tsx")).NavigationDrawer);

/** The menu button below 768 px. The drawer is downloaded when it is first opened. */
export function NavigationButton() {
  const t = useTranslations("shell");
  const [open, setOpen] = useState(false);
  return (
    <div className="md:hidden">
      <IconButton
        icon={Menu}
        label={t("openNavigation")}
        aria-expanded={open}
        tooltipSide="bottom"
        {...preloads(NavigationDrawer)}
        onClick={() => setOpen(true)}
      />
      <NavigationDrawer open={open} onOpenChange={setOpen} />
    </div>
  );
}
