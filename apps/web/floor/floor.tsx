import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  RouterProvider,
} from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { FloorPage } from "./floor-page.tsx";

/**
 * Minimal page of this stack with React, the router and some text, and without styles, calls, translations and a
 * session. `npm run bench -- lcp` compares the portal's pages with `/lazy`, whose page is downloaded when its route is
 * opened, as in a real application. `/` has all code in one chunk.
 */
const root = createRootRoute();

const singleChunk = createRoute({ getParentRoute: () => root, path: "/", component: FloorPage });

const lazy = createRoute({
  getParentRoute: () => root,
  path: "/lazy",
  component: lazyRouteComponent(() => import("./floor-lazy-page.tsx"), "FloorLazyPage"),
});

const router = createRouter({ routeTree: root.addChildren([singleChunk, lazy]) });

const element = document.getElementById("root");
if (element) {
  createRoot(element).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
