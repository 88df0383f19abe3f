import { createContext } from "react";

/** True if the content is rendered inside the application layout. */
export const InAppLayout = createContext(false);
