import type { AuditAction } from "@praxisportal/contract/audit-actions";
import type { LucideIcon } from "lucide-react";
import AtSign from "lucide-react/icons/at-sign";
import Building2 from "lucide-react/icons/building-2";
import KeyRound from "lucide-react/icons/key-round";
import LogIn from "lucide-react/icons/log-in";
import LogOut from "lucide-react/icons/log-out";
import Mail from "lucide-react/icons/mail";
import MailCheck from "lucide-react/icons/mail-check";
import ScrollText from "lucide-react/icons/scroll-text";
import Server from "lucide-react/icons/server";
import Shield from "lucide-react/icons/shield";
import ShieldAlert from "lucide-react/icons/shield-alert";
import Trash2 from "lucide-react/icons/trash-2";
import UserMinus from "lucide-react/icons/user-minus";
import UserPen from "lucide-react/icons/user-pen";
import UserPlus from "lucide-react/icons/user-plus";

const icons: Partial<Record<AuditAction, LucideIcon>> = {
  "auth.login": LogIn,
  "auth.logout": LogOut,
  "auth.refresh_reused": ShieldAlert,
  "user.created": UserPlus,
  "user.updated": UserPen,
  "user.profile_updated": UserPen,
  "user.role_changed": Shield,
  "user.deleted": Trash2,
  "user.password_changed": KeyRound,
  "user.email_change_requested": AtSign,
  "user.email_change_withdrawn": AtSign,
  "user.email_changed": AtSign,
  "member.added": UserPlus,
  "member.removed": UserMinus,
  "member.invitation_resent": Mail,
  "member.invitation_accepted": MailCheck,
  "organization.created": Building2,
  "platform.organization_opened": Server,
  "platform.members_viewed": Server,
};

/** Icons by audit action. Actions without an icon use `anyActivityIcon`. */
export const activityIcons: Readonly<Record<string, LucideIcon>> = icons;
export const anyActivityIcon: LucideIcon = ScrollText;
