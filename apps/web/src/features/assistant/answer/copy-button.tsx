import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { useEffect, useState } from "react";
import { useTranslations } from "use-intl";
import { Button } from "../../../ui/button/button.tsx";

const feedbackMs = 2_000;

/** Copies a text to the clipboard and briefly confirms it. */
export function CopyButton({ text }: { text: string }) {
  const t = useTranslations("assistant");
  const [state, setState] = useState<"ready" | "copied" | "failed">("ready");

  useEffect(() => {
    if (state === "ready") return;
    const timer = setTimeout(() => setState("ready"), feedbackMs);
    return () => clearTimeout(timer);
  }, [state]);

  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setState("copied"),
      () => setState("failed"),
    );
  return (
    <>
      <Button icon={state === "copied" ? Check : Copy} onClick={() => void copy()}>
        {t(`copy.${state}`)}
      </Button>
      <span role="status" className="sr-only">
        {state === "ready" ? "" : t(`copy.${state}`)}
      </span>
    </>
  );
}
