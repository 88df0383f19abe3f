import type { AiSwitches } from "@praxisportal/contract/ai/policy.schema";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { providersWithModelsQuery, switchesQuery } from "../../../entities/provider/provider.api.ts";
import type { AwaitedQuery } from "../../../platform/app-state/query-fallback.tsx";
import { usePreferences } from "../../../platform/preferences/preferences.store.ts";
import { useSession } from "../../../platform/session/session.store.ts";
import { rememberedModel, rememberModel } from "./remembered-model.ts";
import { selectedChoice, choicesOf, type Choice, type Choices, type ModelName } from "./usable-models.ts";

/** The switch that stops all AI use, and the reason given. */
export type Stop = { readonly scope: "platform" | "organization" | "person"; readonly reason: string | null };

export interface ChoiceState {
  /** null until loaded. */
  readonly choices: Choices | null;
  readonly chosen: Choice | null;
  readonly choose: (model: ModelName) => void;
  readonly stop: Stop | null;
  /** The queries that `choices` is made of. */
  readonly queries: readonly AwaitedQuery[];
}

/** Returns the usable models, the selected model, and the switch that stops all AI use. */
export function useChoices(organizationId: string): ChoiceState {
  const providers = useQuery(providersWithModelsQuery(organizationId));
  const switches = useQuery(switchesQuery(organizationId));
  const ownId = useSession((session) => session.user?.id);
  const favorite = usePreferences((preferences) => preferences.assistantModel ?? null);
  const [requestedModel, setRequestedModel] = useState<ModelName | null>(() =>
    rememberedModel(organizationId),
  );

  const choices =
    providers.data === undefined || switches.data === undefined ? null : choicesOf(providers.data.data);

  return {
    choices,
    chosen: choices === null ? null : selectedChoice(choices.chat, requestedModel, favorite),
    choose: (model) => {
      setRequestedModel(model);
      rememberModel(organizationId, model);
    },
    stop: stopOf(switches.data, ownId),
    queries: [providers, switches],
  };
}

/**
 * Returns the switch with the widest scope that stops the user. Managers also receive the switches of other members.
 */
function stopOf(switches: AiSwitches | undefined, ownId: string | undefined): Stop | null {
  if (switches === undefined) return null;
  const ownStop = switches.people.find(({ userId }) => userId === ownId)?.stopped ?? null;
  const stops = { platform: switches.platform, organization: switches.organization, person: ownStop };
  for (const scope of ["platform", "organization", "person"] as const) {
    const stopped = stops[scope];
    if (stopped !== null) return { scope, reason: stopped.reason };
  }
  return null;
}
