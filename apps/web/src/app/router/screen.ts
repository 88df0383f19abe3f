import type { ComponentType } from "react";
import { createGuard } from "./guards.ts";
import { lazyPage } from "./lazy-page.tsx";
import type { RouteDefinition } from "./route-definition.ts";

declare module "@tanstack/react-router" {
  interface StaticDataRouteOption {
    /** Undefined for layouts and redirects. */
    definition?: RouteDefinition;
  }
}

/** Returns the options of a route that follow from its definition: path, guard, static data, texts and page. */
export function screen<const Definition extends RouteDefinition>(
  definition: Definition,
  load: () => Promise<ComponentType>,
) {
  return {
    path: definition.path as Definition["path"],
    staticData: { definition },
    beforeLoad: createGuard(definition),
    component: lazyPage(load, ...definition.texts),
  };
}
