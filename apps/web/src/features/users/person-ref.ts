import type { User } from "./people.api.ts";

/** Shows a success message; with a user id, it links to that person. */
export type Notify = (message: string, userId?: string) => void;

export type PersonRef = Pick<User, "id" | "personalInfo">;
