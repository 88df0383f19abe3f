import { createContext } from "react";

/** The reason why nothing can be sent right now, or null. Buttons that show their progress are then disabled. */
export const ServerBlockContext = createContext<string | null>(null);
