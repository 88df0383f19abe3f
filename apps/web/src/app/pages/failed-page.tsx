import { use } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { PageHeader } from "../../ui/layout/page-header.tsx";
import { DownloadError } from "../router/download-error.ts";
import { InAppLayout } from "../shell/in-app-layout.ts";
import { StandalonePage } from "../shell/standalone-page.tsx";

/**
 * Replaces a page that could not be downloaded or that failed to render; React has logged the error. The
 * surrounding layout, if any, keeps working.
 */
export function FailedPage({ error }: { error: unknown }) {
  const t = useTranslations("frame");
  const isInAppLayout = use(InAppLayout);
  const isDownload = error instanceof DownloadError;
  const title = t(isDownload ? "failedTitle" : "unexpected");
  const text = t(isDownload ? "failedText" : "crashText");
  const reload = (
    <Button variant="primary" onClick={() => location.reload()}>
      {t("reload")}
    </Button>
  );
  if (!isInAppLayout) {
    return (
      <StandalonePage title={title} text={text}>
        {reload}
      </StandalonePage>
    );
  }
  return (
    <div role="alert" className="max-w-[40rem]">
      <PageHeader title={title} subtitle={text} />
      <div className="mt-6">{reload}</div>
    </div>
  );
}
