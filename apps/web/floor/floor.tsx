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
 * The minimal page of this stack: React, the router and some text, without styles, calls, translations or a
 * session. `npm run bench -- lcp` compares the portal's pages with `/lazy`, whose page is downloaded when its
 * route is opened, as in a real application; `/` has everything in one chunk.
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
