import { createContext } from "react";

/** Why nothing can be sent to the server right now; null if it can. Buttons that show their progress are disabled. */
export const ServerBlockContext = createContext<string | null>(null);
