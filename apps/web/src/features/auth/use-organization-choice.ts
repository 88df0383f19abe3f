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

/** An organization id, null for no organization, undefined while a code is unresolved. */
export type ChosenOrganization = string | null | undefined;

/**
 * Returns the state of the organization selection. An organization that is found by its code is added to the list and
 * selected.
 */
export function useOrganizationChoice() {
  const t = useTranslations("auth");
  const [remembered] = useState(rememberedOrganizations);
  const [foundOrganizations, setFoundOrganizations] = useState<readonly RememberedOrganization[]>([]);
  const [choice, setChoice] = useState(remembered[0]?.organizationId ?? noOrganization);
  const [code, setCode] = useState("");
  const [codeError, setCodeError] = useState<string | null>(null);
  const [isFinding, setIsFinding] = useState(false);

  function messageFor(reason: unknown): string {
    if (isApiError(reason, "NOT_FOUND")) return t("organization.notFound");
    return isApiError(reason) && reason.message !== "" ? reason.message : t("networkError");
  }

  /** Shows an error if an organization is to be found by its code and the code is empty. Returns whether it is so. */
  function checkInput(): boolean {
    const isMissing = choice === otherOrganization && code.trim() === "";
    if (isMissing) setCodeError(t("organization.findFirst"));
    return isMissing;
  }

  /**
   * Resolves the code. Returns the organization's id, or undefined after showing an error.
   * @throws ApiError if the response did not come from the portal.
   */
  async function find(isSigningIn: boolean): Promise<string | undefined> {
    if (isFinding || checkInput()) return undefined;
    setIsFinding(true);
    setCodeError(null);
    try {
      const organization = await findOrganization(code);
      rememberOrganization(organization);
      setFoundOrganizations((known) => [
        organization,
        ...known.filter((candidate) => candidate.organizationId !== organization.organizationId),
      ]);
      setChoice(organization.organizationId);
      setCode("");
      return organization.organizationId;
    } catch (reason) {
      const isOutage = isApiError(reason) && (reason.problem === null || reason.status === 503);
      if (!isSigningIn || !isOutage) {
        setCodeError(messageFor(reason));
        return undefined;
      }
      // The fallback of the sign-in identifies the organization by its code.
      throw reason;
    } finally {
      setIsFinding(false);
    }
  }

  const foundIds = new Set(foundOrganizations.map((item) => item.organizationId));
  const organizations = [
    ...foundOrganizations,
    ...remembered.filter((candidate) => !foundIds.has(candidate.organizationId)),
  ];
  return {
    /** Name of the chosen organization, or null if there is none. */
    name: organizations.find((organization) => organization.organizationId === choice)?.name ?? null,
    /** Props of `OrganizationChoice`. */
    field: {
      organizations,
      choice,
      onChoose: (value: string) => {
        setChoice(value);
        setCodeError(null);
      },
      code,
      onCode: setCode,
      codeError,
      isFinding,
      onFind: () => void find(false),
    },
    /** The code as typed, or undefined if the organization was not selected by a code. */
    typedCode: choice === otherOrganization ? code.trim() : undefined,
    checkInput,
    /** Returns the organization to sign in to, resolving a code first if needed. Throws like the sign-in itself. */
    resolve: async (): Promise<ChosenOrganization> => {
      if (choice === otherOrganization) return find(true);
      return choice === noOrganization ? null : choice;
    },
  };
}
