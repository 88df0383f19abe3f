import { useQuery } from "@tanstack/react-query";
import Download from "lucide-react/icons/download";
import FileCode from "lucide-react/icons/file-code";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { Button } from "../../../ui/button/button.tsx";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Skeleton, SkeletonGroup } from "../../../ui/feedback/skeleton.tsx";
import { wholeWords } from "../../../ui/label/whole-words.tsx";
import { Drawer } from "../../../ui/overlay/drawer.tsx";
import { downloadInvoice, type InvoiceFormat, invoiceQuery } from "../billing.api.ts";
import { InvoiceDetails } from "./invoice-details.tsx";
import { InvoiceState } from "./invoice-state.tsx";

export interface InvoiceDrawerProps {
  open: boolean;
  organizationId: string;
  /** Undefined while the drawer closes. */
  invoiceId: string | undefined;
  /** Opens another invoice in place of this one. */
  onOpen: (id: string) => void;
  onStep: (direction: -1 | 1) => void;
  onClose: () => void;
}

/** Shows an invoice beside the list, with its files. Arrow keys move to the adjacent invoices. */
export function InvoiceDrawer({
  open,
  organizationId,
  invoiceId,
  onOpen,
  onStep,
  onClose,
}: InvoiceDrawerProps) {
  const t = useTranslations("billing-invoices");
  const common = useTranslations("common");
  // The content stays while the drawer slides out.
  const [displayedId, setDisplayedId] = useState(invoiceId ?? "");
  if (invoiceId !== undefined && invoiceId !== displayedId) setDisplayedId(invoiceId);
  const query = useQuery(invoiceQuery(organizationId, displayedId));
  const { data } = query;
  const downloading = useAppMutation({
    mutate: (format: InvoiceFormat) => downloadInvoice(displayedId, format),
  });
  return (
    <Drawer
      open={open}
      onOpenChange={(next) => !next && onClose()}
      title={wholeWords(
        `${t(data?.kind === "credit_note" ? "creditNote" : "invoice")} ${data?.number ?? ""}`.trim(),
      )}
      {...(data !== undefined && { description: <InvoiceState invoice={data} /> })}
      closeLabel={common("close")}
      onStep={onStep}
      actions={
        data !== undefined && (
          <>
            <Button
              icon={FileCode}
              busy={downloading.pending === "xml"}
              title={t("xml")}
              onClick={() => void downloading.run("xml")}
            >
              {t("xmlShort")}
            </Button>
            <Button
              variant="primary"
              icon={Download}
              busy={downloading.pending === "pdf"}
              aria-label={t("pdf")}
              onClick={() => void downloading.run("pdf")}
            >
              PDF
            </Button>
          </>
        )
      }
    >
      {downloading.failure !== null && (
        <ErrorBox persistent title={t("downloadFailed")}>
          {downloading.failure}
        </ErrorBox>
      )}
      {data !== undefined ? (
        // Focusable, so that users can scroll it with the keyboard.
        <div role="region" tabIndex={0} aria-label={t("facts.title")} className="focus-inset">
          <InvoiceDetails invoice={data} onOpen={onOpen} />
        </div>
      ) : (
        <QueryFallback query={query} failedTitle={t("oneFailed")}>
          <SkeletonGroup label={t("loading")} className="grid gap-3">
            <Skeleton className="h-16 w-full" />
            <Skeleton className="h-40 w-full" />
          </SkeletonGroup>
        </QueryFallback>
      )}
    </Drawer>
  );
}
