import Landmark from "lucide-react/icons/landmark";
import Repeat from "lucide-react/icons/repeat-2";
import { useTranslations } from "use-intl";
import { AlwaysWritable, WriteButton } from "../../../platform/forms/write-block.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useHasPermission } from "../../../platform/session/session-access.ts";
import { useKeptState } from "../../../platform/session/page-state/kept-state.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import type { BillingProfile } from "../billing.api.ts";
import { FigureCard } from "../figure-card.tsx";
import { ProfileFacts } from "../profile/profile-facts.tsx";
import { Dot } from "../../../ui/label/dotted.tsx";

// Loaded on demand, because most visits do not change anything.
const ProfileDialog = lazyDialog(
  async () => (await import("../profile/profile-dialog.tsx")).ProfileDialog,
  "billing-profile",
);
const MandateDialog = lazyDialog(
  async () => (await import("./mandate-dialog.tsx")).MandateDialog,
  "billing-profile",
);
const RemoveMandateDialog = lazyDialog(
  async () => (await import("./remove-mandate-dialog.tsx")).RemoveMandateDialog,
  "billing-profile",
);

interface PaymentCardProps {
  organizationId: string;
  /** Direct debits are collected in euros only. */
  currency: string;
  profile: BillingProfile;
}

/** Shows the payment method and billing profile of the organization. */
export function PaymentCard(props: PaymentCardProps) {
  const t = useTranslations("billing");
  return (
    <FigureCard title={t("payment.title")}>
      <Content {...props} />
    </FigureCard>
  );
}

function Method({ mandate }: { mandate: BillingProfile["mandate"] }) {
  const t = useTranslations("billing");
  const format = useFormat();
  const Icon = mandate === null ? Landmark : Repeat;
  return (
    <div className="flex items-start gap-3">
      <span className="grid size-9 shrink-0 place-items-center rounded-r-3 bg-surface-3 text-text-2">
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </span>
      <div className="min-w-0">
        <p className="text-body font-strong text-text">
          {t(mandate === null ? "payment.transfer" : "payment.debit")}
        </p>
        {mandate === null ? (
          <p className="text-small text-text-2">{t("payment.transferText")}</p>
        ) : (
          <p className="text-small text-text-2">
            <span className="whitespace-nowrap tabular-nums">{mandate.iban}</span>
            <Dot />
            {mandate.holder}
            <span className="block wrap-anywhere">
              {t("payment.mandate", {
                reference: mandate.reference,
                date: format.calendar.date(mandate.signedOn),
              })}
            </span>
          </p>
        )}
      </div>
    </div>
  );
}

function Content({ organizationId, currency, profile }: PaymentCardProps) {
  const t = useTranslations("billing");
  const canChange = useHasPermission("billing:write");
  const [openDialog, setOpenDialog] = useKeptState<"profile" | "mandate" | "remove" | null>(
    "payment-method",
    null,
  );
  const { mandate, missing } = profile;
  const dialog = { organizationId, profile, onClose: () => setOpenDialog(null) };
  return (
    <div className="mt-2 flex grow flex-col">
      <Method mandate={mandate} />
      <ProfileFacts profile={profile} />
      {missing.length > 0 && (
        <ErrorBox variant="warning" persistent title={t("payment.missing")} className="mt-3">
          {missing.map((field) => t(`missing.${missingName(field)}`)).join(", ")}
        </ErrorBox>
      )}
      {canChange ? (
        <div className="mt-auto flex flex-wrap gap-2 pt-4 [&>*]:grow">
          <WriteButton size="small" {...preloads(ProfileDialog)} onClick={() => setOpenDialog("profile")}>
            {t("payment.changeProfile")}
          </WriteButton>
          <AlwaysWritable>
            {(mandate !== null || currency === "EUR") && (
              <WriteButton size="small" {...preloads(MandateDialog)} onClick={() => setOpenDialog("mandate")}>
                {t(mandate === null ? "payment.setUp" : "payment.changeMandate")}
              </WriteButton>
            )}
            {mandate !== null && (
              <WriteButton
                size="small"
                variant="destructive"
                {...preloads(RemoveMandateDialog)}
                onClick={() => setOpenDialog("remove")}
              >
                {t("payment.remove")}
              </WriteButton>
            )}
          </AlwaysWritable>
        </div>
      ) : (
        <p className="mt-auto pt-4 text-small text-text-3">{t("payment.readOnly")}</p>
      )}
      {openDialog === "profile" && <ProfileDialog {...dialog} />}
      <AlwaysWritable>
        {openDialog === "mandate" && <MandateDialog {...dialog} />}
        {openDialog === "remove" && mandate !== null && (
          <RemoveMandateDialog {...dialog} iban={mandate.iban} />
        )}
      </AlwaysWritable>
    </div>
  );
}

const missingNames = [
  "name",
  "street",
  "houseNumber",
  "postalCode",
  "city",
  "country",
  "vatId",
  "email",
] as const;

/** Returns the label of a missing field. A newer server may report fields that this page does not know. */
function missingName(field: string): (typeof missingNames)[number] | "other" {
  return missingNames.find((name) => name === field || `buyer.${name}` === field) ?? "other";
}
