import { useTranslations } from "use-intl";
import { Button } from "../../ui/button/button.tsx";
import { DownloadError } from "../router/download-error.ts";
import { MessagePage } from "../shell/message-page.tsx";

/**
 * Replaces a page that could not be downloaded or that failed to render. React has already logged the error. The
 * surrounding layout, if any, still works.
 */
export function FailedPage({ error }: { error: unknown }) {
  const t = useTranslations("frame");
  const isDownload = error instanceof DownloadError;
  return (
    <MessagePage
      role="alert"
      title={t(isDownload ? "failedTitle" : "unexpected")}
      text={t(isDownload ? "failedText" : "crashText")}
    >
      <Button variant="primary" onClick={() => location.reload()}>
        {t("reload")}
      </Button>
    </MessagePage>
  );
}
