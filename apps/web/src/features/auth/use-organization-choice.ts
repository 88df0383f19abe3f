import { useState } from "react";
import { useTranslations } from "use-intl";
import { isApiError } from "../../platform/api-client/api-error.ts";
import {
  rememberedOrganizations,
  rememberOrganization,
  type RememberedOrganization,
} from "../../platform/session/remembered-organizations.ts";
import { findOrganization } from "./auth.api.ts";
import { noOrganization, otherOrganization } from "./organization-choice.tsx";

/** An organization id, null for no practice, undefined while a code is unresolved. */
export type ChosenOrganization = string | null | undefined;

/** State of the practice selection. A practice found by its code is added to the list and selected. */
export function useOrganizationChoice() {
  const t = useTranslations("auth");
  const [remembered] = useState(rememberedOrganizations);
  const [found, setFound] = useState<readonly RememberedOrganization[]>([]);
  const [choice, setChoice] = useState(remembered[0]?.organizationId ?? noOrganization);
  const [code, setCode] = useState("");
  const [codeError, setCodeError] = useState<string | null>(null);
  const [finding, setFinding] = useState(false);

  function messageFor(reason: unknown): string {
    if (isApiError(reason, "NOT_FOUND")) return t("practice.notFound");
    return isApiError(reason) && reason.message !== "" ? reason.message : t("networkError");
  }

  /** Resolves the code. Returns the practice's id, or undefined after showing an error. */
  async function find(): Promise<string | undefined> {
    if (finding) return undefined;
    if (code.trim() === "") {
      setCodeError(t("practice.findFirst"));
      return undefined;
    }
    setFinding(true);
    setCodeError(null);
    try {
      const practice = await findOrganization(code);
      rememberOrganization(practice);
      setFound((known) => [
        practice,
        ...known.filter((each) => each.organizationId !== practice.organizationId),
      ]);
      setChoice(practice.organizationId);
      setCode("");
      return practice.organizationId;
    } catch (reason) {
      setCodeError(messageFor(reason));
      return undefined;
    } finally {
      setFinding(false);
    }
  }

  const foundIds = new Set(found.map((each) => each.organizationId));
  const practices = [...found, ...remembered.filter((each) => !foundIds.has(each.organizationId))];
  return {
    /** Name of the chosen practice; null for none. */
    name: practices.find((each) => each.organizationId === choice)?.name ?? null,
    /** Props of `PracticeChoice`. */
    field: {
      practices,
      choice,
      onChoose: (value: string) => {
        setChoice(value);
        setCodeError(null);
      },
      code,
      onCode: setCode,
      codeError,
      finding,
      onFind: () => void find(),
    },
    /** Returns the practice to sign in to, resolving a code first if needed. */
    resolve: async (): Promise<ChosenOrganization> => {
      if (choice === otherOrganization) return find();
      return choice === noOrganization ? null : choice;
    },
  };
}
