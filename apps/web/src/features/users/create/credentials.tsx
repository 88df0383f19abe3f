import Copy from "lucide-react/icons/copy";
import Printer from "lucide-react/icons/printer";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { useSession } from "../../../platform/session/session.store.ts";
import { Button } from "../../../ui/button/button.tsx";
import { cx } from "../../../ui/cx.ts";
import { AccountSheet } from "./account-sheet.tsx";
import { type NewAccount, useAccountDetails } from "./use-account-details.ts";
import { Dotted } from "../../../ui/label/dotted.tsx";

/** Number of lines that are typed at the sign-in. The username and the password come first. */
const typedLines = 2;

/** Credentials for a new user's first sign-in. They are shown once and handed over in person. */
export function Credentials(account: NewAccount) {
  const { user, password } = account;
  const t = useTranslations("people");
  const roles = useTranslations("roles");
  const organization = useSession((session) => session.organization?.name ?? "");
  const details = useAccountDetails(account);
  const [copied, setCopied] = useState(false);
  const lines = [
    [t("field.username"), [user.username ?? ""]],
    [t(user.mustChangePassword ? "startSheet.password" : "field.password"), [password]],
    [t("field.role"), [roles(user.role.type), organization]],
  ] as const;
  return (
    <div className="grid gap-4">
      <dl className="grid gap-3 rounded-r-3 border border-line bg-surface-2 p-4">
        {lines.map(([name, values], index) => (
          <div key={name} className="grid gap-0.5">
            <dt className="text-small text-text-3">{name}</dt>
            {/* Typed by hand at the sign-in, so in a font with distinct letters. */}
            <dd
              className={cx(
                "text-body text-text",
                index < typedLines ? "font-mono break-all" : "break-words",
              )}
            >
              {index < typedLines ? values : <Dotted details={values} />}
            </dd>
          </div>
        ))}
      </dl>
      <div className="button-row flex flex-wrap gap-2">
        <Button icon={Printer} onClick={() => window.print()}>
          {t("created.print")}
        </Button>
        <Button
          icon={Copy}
          onClick={() => {
            const role = [t("field.role"), roles(user.role.type)] as const;
            const text = [...details, role].map(([name, value]) => `${name}: ${value}`).join("\n");
            void navigator.clipboard.writeText(text).then(() => setCopied(true));
          }}
        >
          {t(copied ? "created.copied" : "created.copy")}
        </Button>
      </div>
      <AccountSheet user={user} details={details} />
    </div>
  );
}
