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
 * The least that a page of this stack can be: React, the router and some words, without styles, calls, texts or a
 * session. `npm run bench -- lcp` holds the portal's pages against `/lazy`, whose page is downloaded when its route
 * is opened, as every page of an application is; `/` has all of it in one file.
 */
const root = createRootRoute();

const whole = createRoute({ getParentRoute: () => root, path: "/", component: FloorPage });

const lazy = createRoute({
  getParentRoute: () => root,
  path: "/lazy",
  component: lazyRouteComponent(() => import("./floor-lazy-page.tsx"), "FloorLazyPage"),
});

const router = createRouter({ routeTree: root.addChildren([whole, lazy]) });

const element = document.getElementById("root");
if (element) {
  createRoot(element).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
