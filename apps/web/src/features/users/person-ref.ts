import type { User } from "./people.api.ts";

/** Shows a success message; with a user id, it links to that person. */
export type Tell = (message: string, userId?: string) => void;

export type Named = Pick<User, "id" | "personalInfo">;
