import { createRootRoute } from "@tanstack/react-router";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { RootLayout } from "../shell/root-layout.tsx";

/** The parent of all routes. */
export const root = createRootRoute({ component: RootLayout, notFoundComponent: NotFoundPage });
