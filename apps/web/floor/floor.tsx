import { createRootRoute, createRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";

/**
 * The least that a page of this stack can be: React, the router and some words, in one file, without styles, calls,
 * texts or a session. `npm run bench -- lcp` holds the portal's pages against it.
 */
const root = createRootRoute();

const page = createRoute({
  getParentRoute: () => root,
  path: "/",
  component: () => (
    <main>
      <h1>Anmelden</h1>
      <p>Verwaltung für Praxen: Team, Zugriffe und Protokoll an einem Ort.</p>
    </main>
  ),
});

const router = createRouter({ routeTree: root.addChildren([page]) });

const element = document.getElementById("root");
if (element) {
  createRoot(element).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
