import CircleCheck from "lucide-react/icons/circle-check";
import CircleX from "lucide-react/icons/circle-x";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import X from "lucide-react/icons/x";
import { Link } from "@tanstack/react-router";
import { useTranslations } from "use-intl";
import { useFormat } from "../../platform/i18n/use-format.ts";
import { useSession } from "../../platform/session/session.store.ts";
import { cx } from "../../ui/cx.ts";
import { IconButton } from "../../ui/button/icon-button.tsx";
import { linkClass } from "../../ui/button/link-style.ts";
import { type AppNotification, notificationPaths } from "../../platform/notifications/notification.ts";
import {
  activate,
  dismiss,
  markRead,
  runAction,
} from "../../platform/notifications/notifications.actions.ts";
import { Dot } from "../../ui/label/dotted.tsx";

const typeStyles = {
  success: { icon: CircleCheck, colorClass: "text-success" },
  info: { icon: Info, colorClass: "text-info" },
  warning: { icon: TriangleAlert, colorClass: "text-warning" },
  error: { icon: CircleX, colorClass: "text-danger" },
} as const;

interface NotificationEntryProps {
  item: AppNotification;
  /** Opens the page of the notification. */
  onLeave: () => void;
}

export function NotificationEntry({ item, onLeave }: NotificationEntryProps) {
  const t = useTranslations("notifications");
  const format = useFormat();
  const { icon: Icon, colorClass } = typeStyles[item.type];
  return (
    <li className="flex items-start gap-3 py-2">
      <Icon
        size={18}
        strokeWidth={1.75}
        role="img"
        aria-label={t(`type.${item.type}`)}
        className={cx("mt-0.5 shrink-0", colorClass)}
      />
      <div className="min-w-0 flex-1 text-dense">
        <EntryText item={item} onLeave={onLeave} />
        {item.action && (
          <button type="button" className={linkClass} onClick={() => runAction(item.id)}>
            {item.action.label}
          </button>
        )}
        <p className="text-small text-text-3 tabular-nums">
          <time dateTime={new Date(item.createdAt).toISOString()}>{format.moment(item.createdAt)}</time>
          {!item.read && (
            <span className="text-accent-text">
              <Dot />
              {t("unread")}
            </span>
          )}
        </p>
      </div>
      {item.dismissible && (
        <IconButton
          icon={X}
          size="small"
          className="-mt-2.5 md:-mt-1.5"
          label={t("closeNamed", { title: item.title ?? item.message })}
          onClick={() => dismiss(item.id)}
        />
      )}
    </li>
  );
}

function EntryText({ item, onLeave }: NotificationEntryProps) {
  const selected = useSession((session) => session.organization?.id);
  const { route, organizationId, kind, userId } = item;
  const text = (
    <>
      {item.title !== undefined && <span className="block font-strong text-text">{item.title}</span>}
      <span className="block text-text-2">{item.message}</span>
    </>
  );
  if (route !== undefined && (organizationId === undefined || organizationId === selected)) {
    const open = () => {
      markRead(item.id);
      onLeave();
    };
    const link = { className: "block rounded-r-1 hover:underline", onClick: open };
    if (kind === "workstationAlarm") {
      return userId === undefined ? (
        <Link to="/users" search={{ status: "locked" }} {...link}>
          {text}
        </Link>
      ) : (
        <Link to="/users/$userId" params={{ userId }} {...link}>
          {text}
        </Link>
      );
    }
    // Other notifications may concern a person who has left the organization.
    return (
      <Link to={notificationPaths[route]} {...link}>
        {text}
      </Link>
    );
  }
  if (!item.onClick) return text;
  return (
    <button type="button" className="rounded-r-1 text-left hover:underline" onClick={() => activate(item.id)}>
      {text}
    </button>
  );
}
