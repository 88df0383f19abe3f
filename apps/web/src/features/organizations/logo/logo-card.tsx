import {
  isStoredLogo,
  logoMaxBytes,
  logoMaxPixels,
  logoTypes,
} from "@praxisportal/contract/organizations/organization-logo.rules";
import type { Organization } from "@praxisportal/contract/organizations/organizations.schema";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import ImageIcon from "lucide-react/icons/image";
import Trash from "lucide-react/icons/trash-2";
import Upload from "lucide-react/icons/upload";
import { useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { organizationKeys, tenantKeys } from "../../../entities/organization/organization-keys.ts";
import { organizationQuery } from "../../../entities/organization/organization.api.ts";
import { QueryFallback } from "../../../platform/app-state/query-fallback.tsx";
import { useAppMutation } from "../../../platform/forms/use-app-mutation.ts";
import { WriteButton } from "../../../platform/forms/write-block.tsx";
import { lazyDialog, preloads } from "../../../platform/loading/lazy-part.tsx";
import { useFormat } from "../../../platform/i18n/use-format.ts";
import { useNotify } from "../../../platform/notifications/use-notify.ts";
import { linkClass } from "../../../ui/button/link-style.ts";
import { ErrorBox } from "../../../ui/feedback/message-box.tsx";
import { Skeleton } from "../../../ui/feedback/skeleton.tsx";
import { Card } from "../../../ui/layout/card.tsx";
import { logoQuery, storeLogo } from "./logo.api.ts";

// Loaded on demand, because most visits change nothing.
const RemoveLogoDialog = lazyDialog(async () => (await import("./remove-logo-dialog.tsx")).RemoveLogoDialog);

const frameClass =
  "grid h-32 w-full place-items-center overflow-hidden rounded-r-3 border border-line sm:w-56";

interface StoredLogoProps {
  organization: Pick<Organization, "id" | "name">;
  logo: string;
}

/** Shows the stored logo on white in every theme, as on paper, and its size. */
function StoredLogo({ organization, logo }: StoredLogoProps) {
  const t = useTranslations("organization-logo");
  const format = useFormat();
  const query = useQuery(logoQuery(organization.id, logo));
  const { data } = query;
  if (data !== undefined)
    return (
      <figure>
        <div className={`${frameClass} bg-[white] p-3`}>
          <img
            src={data.url}
            alt={t("alt", { name: organization.name })}
            className="max-h-full max-w-full object-contain"
          />
        </div>
        <figcaption className="mt-1.5 text-small text-text-3">
          {t("size", { size: format.bytes(data.bytes) })}
        </figcaption>
      </figure>
    );
  return (
    <QueryFallback query={query} failedTitle={t("loadFailed")}>
      <Skeleton className="h-32 w-full sm:w-56" />
    </QueryFallback>
  );
}

interface LogoCardProps {
  organization: Organization;
  /** True if the user may change the logo. */
  canChange: boolean;
}

/** Shows, uploads and removes the logo of an organization. */
export function LogoCard({ organization, canChange }: LogoCardProps) {
  const t = useTranslations("organization-logo");
  const format = useFormat();
  const client = useQueryClient();
  const { notifySuccess } = useNotify();
  const fileRef = useRef<HTMLInputElement>(null);
  const [tooLarge, setTooLarge] = useState<number | null>(null);
  const [isRemoving, setRemoving] = useState(false);
  const { id, logo } = organization;
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: organizationKeys.all }),
      client.invalidateQueries({ queryKey: tenantKeys.all }),
    ]);
  const upload = useAppMutation<File, Organization>({
    mutate: (file) => storeLogo(id, file),
    onSuccess(saved) {
      client.setQueryData(organizationQuery(id).queryKey, saved);
      void refresh();
      notifySuccess(t("stored"));
    },
  });
  const choose = (file: File) => {
    upload.reset();
    setTooLarge(file.size > logoMaxBytes ? file.size : null);
    if (file.size <= logoMaxBytes) void upload.run(file);
  };
  const fault =
    tooLarge === null
      ? (upload.fieldErrors["logo"] ?? upload.failure)
      : t("tooLarge", { size: format.bytes(tooLarge), max: format.bytes(logoMaxBytes) });
  return (
    <Card title={t("title")} description={t("text")}>
      <div className="flex flex-wrap items-start gap-x-6 gap-y-4">
        {logo !== null && isStoredLogo(logo) ? (
          <StoredLogo organization={organization} logo={logo} />
        ) : (
          <div className={`${frameClass} border-dashed text-text-3`}>
            <span className="flex items-center gap-2 text-dense">
              <ImageIcon size={18} strokeWidth={1.75} aria-hidden />
              {t("none")}
            </span>
          </div>
        )}
        <div className="grid min-w-0 flex-1 basis-64 gap-3">
          {logo !== null && !isStoredLogo(logo) && (
            <p className="text-dense wrap-anywhere text-text-2">
              {t("elsewhere")}{" "}
              <a className={linkClass} href={logo} target="_blank" rel="noreferrer noopener">
                {logo}
              </a>
            </p>
          )}
          {canChange && (
            <>
              <p className="text-dense text-text-2">
                {t("rules", { max: format.bytes(logoMaxBytes), pixels: format.number(logoMaxPixels) })}
              </p>
              <div className="button-row flex flex-wrap gap-2">
                <WriteButton
                  icon={Upload}
                  busy={upload.busy}
                  busyLabel={t("uploading")}
                  onClick={() => fileRef.current?.click()}
                >
                  {t(logo === null ? "choose" : "replace")}
                </WriteButton>
                {logo !== null && (
                  <WriteButton
                    variant="quiet"
                    icon={Trash}
                    {...preloads(RemoveLogoDialog)}
                    onClick={() => setRemoving(true)}
                  >
                    {t("remove")}
                  </WriteButton>
                )}
              </div>
              <input
                ref={fileRef}
                type="file"
                accept={logoTypes.join(",")}
                hidden
                aria-label={t("choose")}
                onChange={(event) => {
                  const [file] = event.currentTarget.files ?? [];
                  // Allow the same file to be chosen again after a failure.
                  event.currentTarget.value = "";
                  if (file !== undefined) choose(file);
                }}
              />
              {fault !== null && (
                <ErrorBox persistent title={t("failed")}>
                  {fault}
                </ErrorBox>
              )}
            </>
          )}
        </div>
      </div>
      {isRemoving && (
        <RemoveLogoDialog
          organization={organization}
          onDone={() => {
            setRemoving(false);
            upload.reset();
            void refresh();
            notifySuccess(t("removed"));
          }}
          onClose={() => setRemoving(false)}
        />
      )}
    </Card>
  );
}
