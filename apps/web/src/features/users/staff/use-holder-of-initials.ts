import { maxPageSize } from "@praxisportal/contract/limits";
import { useQueryClient } from "@tanstack/react-query";
import { directoryQuery } from "../directory/directory.api.ts";

const freshMs = 30_000;

/**
 * Returns a function that returns the name of the active colleague with these initials, if there is one. It returns
 * undefined if the directory cannot be loaded, because the server checks the initials again.
 */
export function useHolderOfInitials(
  organizationId: string,
): (initials: string) => Promise<string | undefined> {
  const client = useQueryClient();
  return async (initials) => {
    const wanted = initials.trim().toLowerCase();
    try {
      const { data } = await client.fetchQuery({
        ...directoryQuery(organizationId, { search: wanted, limit: maxPageSize }),
        staleTime: freshMs,
        retry: false,
      });
      const holder = data.find((person) => person.initials?.toLowerCase() === wanted);
      return holder && `${holder.firstName} ${holder.lastName}`;
    } catch {
      return undefined;
    }
  };
}
