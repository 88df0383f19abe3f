import { createRootRoute } from "@tanstack/react-router";
import { NotFoundPage } from "../pages/not-found-page.tsx";
import { RootFrame } from "../shell/root-frame.tsx";

/** What all pages hang below. */
export const root = createRootRoute({ component: RootFrame, notFoundComponent: NotFoundPage });
