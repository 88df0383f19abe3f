import { createTranslator } from "use-intl";
import { expect, it } from "vitest";
import { ApiError } from "../../platform/api-client/api-error.ts";
import { unlockFailure } from "./unlock-failure.ts";
import workstation from "./workstation.de.json" with { type: "json" };

const t = createTranslator({ locale: "de", namespace: "workstation", messages: { workstation } });
const refusal = (status: number, code: "NOT_FOUND" | "INVALID_CREDENTIALS", message: string) =>
  new ApiError({
    status,
    code,
    problem: {
      type: "about:blank",
      title: code,
      detail: message,
      instance: "/",
      status,
      code,
      message,
      requestId: "r-1",
    },
    retryAfterMs: null,
  });

it.each([
  [refusal(404, "NOT_FOUND", "Nicht gefunden"), "Diese Sitzung gibt es hier nicht mehr."],
  [refusal(401, "INVALID_CREDENTIALS", "Ungültige Anmeldedaten"), "Ungültige Anmeldedaten"],
  [new Error("canceled"), "Es wurde kein Passkey bestätigt."],
])("says why a passkey did not unlock the session: %s", (error, text) => {
  const translate = t as Parameters<typeof unlockFailure>[0];
  expect(unlockFailure(translate, error, t("passkeyFailed"))).toContain(text);
});
