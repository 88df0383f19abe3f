import { createRootRoute } from "@tanstack/react-router";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { RootFrame } from "../shell/root-frame.tsx";

/** The parent of all routes. */
export const root = createRootRoute({ component: RootFrame, notFoundComponent: NotFoundPage });
