import type { InvoiceStatus } from "@praxisportal/contract/invoices/invoices.schema";
import type { LucideIcon } from "lucide-react";
import CircleCheck from "lucide-react/icons/circle-check";
import ClockAlert from "lucide-react/icons/clock-alert";
import Clock from "lucide-react/icons/clock";
import FileCheck from "lucide-react/icons/file-check";
import FilePen from "lucide-react/icons/file-pen";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Undo from "lucide-react/icons/undo-2";
import { useTranslations } from "use-intl";
import { Badge, type Tone } from "../../ui/label/badge.tsx";

const styles: Readonly<Record<InvoiceStatus, { tone: Tone; icon: LucideIcon }>> = {
  draft: { tone: "info", icon: FilePen },
  held: { tone: "warning", icon: TriangleAlert },
  open: { tone: "info", icon: Clock },
  overdue: { tone: "danger", icon: ClockAlert },
  paid: { tone: "success", icon: CircleCheck },
  credited: { tone: "neutral", icon: Undo },
  issued: { tone: "neutral", icon: FileCheck },
};

/** Shows the status of an invoice or a credit note. */
export function InvoiceStatusBadge({ status }: { status: InvoiceStatus }) {
  const t = useTranslations("invoice-labels");
  const { tone, icon } = styles[status];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`status.${status}`)}
    </Badge>
  );
}
