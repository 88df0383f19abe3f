import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import LoaderCircle from "lucide-react/icons/loader-circle";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { cx } from "../../ui/cx.ts";
import { fetchServiceState, type ServiceState as State } from "./auth.api.ts";

const stateStyles = {
  checking: { icon: LoaderCircle, colorClass: "text-text-3" },
  ready: { icon: CircleCheck, colorClass: "text-success" },
  notReady: { icon: TriangleAlert, colorClass: "text-warning" },
  unreachable: { icon: CircleX, colorClass: "text-danger" },
} as const;

/** Shows the service status on one line, requested on mount and when the browser comes back online. */
export function ServiceState({ className }: { className?: string }) {
  const t = useTranslations("auth");
  const [state, setState] = useState<State | "checking">("checking");
  const { icon: Icon, colorClass } = stateStyles[state];

  useEffect(() => {
    const controller = new AbortController();
    const check = () => {
      fetchServiceState(controller.signal).then(setState, () => undefined);
    };
    check();
    window.addEventListener("online", check);
    window.addEventListener("offline", check);
    return () => {
      controller.abort();
      window.removeEventListener("online", check);
      window.removeEventListener("offline", check);
    };
  }, []);

  return (
    <p role="status" className={cx("flex items-center gap-2 text-small text-text-2", className)}>
      <Icon size={16} strokeWidth={2} className={cx("shrink-0", colorClass)} aria-hidden />
      {t(`service.${state}`)}
    </p>
  );
}
