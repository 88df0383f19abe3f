import { notFound, rootRouteId } from "@tanstack/react-router";
import { restore } from "../../platform/session/restore.ts";
import { hasSession, sessionStore } from "../../platform/session/session.store.ts";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import type { RouteDefinition } from "./route-definition.ts";

/** The page of every URL without a route. It is not in the route table. */
const definition: RouteDefinition = {
  path: "/*",
  title: "notFound",
  access: { kind: "login" },
  parts: [],
  texts: [],
  navigation: null,
};

/** Options of the route in the layout of signed-in users. Without a session, the page has no layout. */
export const unknownPage = {
  path: "$",
  staticData: { definition },
  beforeLoad: async () => {
    if (sessionStore.getState().status === "unknown") await restore();
    if (!hasSession(sessionStore.getState())) throw notFound({ routeId: rootRouteId });
  },
  component: NotFoundPage,
} as const;
