import type { LucideIcon } from "lucide-react";
import Ban from "lucide-react/icons/ban";
import CircleCheck from "lucide-react/icons/circle-check";
import CirclePause from "lucide-react/icons/circle-pause";
import CircleSlash from "lucide-react/icons/circle-slash";
import CircleX from "lucide-react/icons/circle-x";
import Clock from "lucide-react/icons/clock";
import FlaskConical from "lucide-react/icons/flask-conical";
import Info from "lucide-react/icons/info";
import Lock from "lucide-react/icons/lock";
import Mail from "lucide-react/icons/mail";
import Pause from "lucide-react/icons/pause";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import { Badge, type Tone } from "./badge.tsx";

export type StatusMeaning =
  | "active"
  | "ok"
  | "invited"
  | "trial"
  | "info"
  | "warning"
  | "expiring"
  | "suspended"
  | "locked"
  | "blocked"
  | "failed"
  | "deactivated"
  | "expired"
  | "revoked";

/** The meanings of the design system. Each has one color and one icon everywhere. */
export const statusStyles: Readonly<Record<StatusMeaning, { tone: Tone; icon: LucideIcon }>> = {
  active: { tone: "success", icon: CircleCheck },
  ok: { tone: "success", icon: CircleCheck },
  invited: { tone: "info", icon: Mail },
  trial: { tone: "info", icon: FlaskConical },
  info: { tone: "info", icon: Info },
  warning: { tone: "warning", icon: TriangleAlert },
  expiring: { tone: "warning", icon: TriangleAlert },
  suspended: { tone: "warning", icon: Pause },
  locked: { tone: "danger", icon: Lock },
  blocked: { tone: "danger", icon: Ban },
  failed: { tone: "danger", icon: CircleX },
  deactivated: { tone: "neutral", icon: CirclePause },
  expired: { tone: "neutral", icon: Clock },
  revoked: { tone: "neutral", icon: CircleSlash },
};

/** A badge whose color and icon follow from its meaning. The page provides the text. */
export function StatusBadge({ meaning, children }: { meaning: StatusMeaning; children: ReactNode }) {
  const { tone, icon } = statusStyles[meaning];
  return (
    <Badge tone={tone} icon={icon}>
      {children}
    </Badge>
  );
}
