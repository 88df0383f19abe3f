import type { ListedUser } from "@praxisportal/contract/users/users.schema";
import ShieldCheck from "lucide-react/icons/shield-check";
import ShieldOff from "lucide-react/icons/shield-off";
import { Link } from "@tanstack/react-router";
import type { MouseEvent } from "react";
import { useTranslations } from "use-intl";
import { cx } from "../../../ui/cx.ts";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { Avatar } from "../../../ui/label/avatar.tsx";
import { BreakableText } from "../../../ui/label/breakable-text.tsx";
import { Highlight } from "../../../ui/label/highlight.tsx";
import { nameLinkClass } from "../../../ui/button/link-style.ts";
import { initialsOf, sortNameOf } from "../../../entities/person/person-name.ts";

/** Shows a time in short form, with the full form in the tooltip. Shows "Noch nie" for null. */
export function Moment({ at }: { at: string | null }) {
  const t = useTranslations("users");
  const format = useFormat();
  if (at === null) return <span className="text-text-3">{t("never")}</span>;
  return (
    <time dateTime={at} title={format.momentFull(at)}>
      {format.moment(at)}
    </time>
  );
}

export function TwoFactor({ on }: { on: boolean }) {
  const t = useTranslations("users");
  const Icon = on ? ShieldCheck : ShieldOff;
  return (
    <span className={cx("flex items-center gap-1.5 whitespace-nowrap", !on && "text-text-3")}>
      <Icon size={16} strokeWidth={2} className={on ? "text-success" : undefined} aria-hidden />
      {t(on ? "twoFactor.on" : "twoFactor.off")}
    </span>
  );
}

interface NameCellProps {
  user: ListedUser;
  search: string;
  onOpen: () => void;
}

/** Returns whether a click opens another tab or window, or starts a download. */
const isForBrowser = ({ metaKey, ctrlKey, shiftKey, altKey }: MouseEvent) =>
  metaKey || ctrlKey || shiftKey || altKey;

/**
 * Shows the name of a person as a link to their page, so that the browser can open it in another tab and copy its URL.
 * A plain click opens the preview instead. The address below the name distinguishes people with the same name.
 */
export function NameCell({ user, search, onOpen }: NameCellProps) {
  const t = useTranslations("users");
  const name = sortNameOf(user);
  const address = user.email ?? user.username ?? t("noEmail");
  return (
    <span className="flex items-center gap-3">
      <Avatar id={user.id} initials={initialsOf(user)} />
      <span className="min-w-0">
        <Link
          to="/users/$userId"
          params={{ userId: user.id }}
          onClick={(event) => {
            if (isForBrowser(event)) return;
            event.preventDefault();
            onOpen();
          }}
          aria-haspopup="dialog"
          className={`${nameLinkClass} max-w-full text-left`}
        >
          <Highlight text={name} search={search} />
        </Link>
        <span className="block text-small wrap-anywhere text-text-3">
          <BreakableText text={address} search={search} />
        </span>
      </span>
    </span>
  );
}
