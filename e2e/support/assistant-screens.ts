import type { Screen } from "./screens.ts";

const assistant = {
  route: "/assistant",
  path: "/assistant",
  title: "KI-Assistent",
  viewer: "super_admin",
} as const;

/** The AI assistant. */
export const assistantScreens: readonly Screen[] = [{ ...assistant, name: "assistant" }];
