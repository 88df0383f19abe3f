import { createContext } from "react";

/**
 * The reason why nothing can be sent at the moment, or null. If there is a reason, buttons that show their progress are
 * disabled.
 */
export const ServerBlockContext = createContext<string | null>(null);
