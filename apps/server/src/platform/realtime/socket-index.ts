import type { LiveEvent } from "./live-events.ts";
import type { SocketState } from "./socket-access.ts";
import type { SocketConnection } from "./socket-connection.ts";

/** Maximum numbers of open sockets in this process. Infinity means no limit. */
export type SocketLimits = { perPerson: number; perOrganization: number; perNetwork: number };

type Groups = Map<string, Set<SocketConnection>>;

/** Indexes open sockets by their rights, so that an event is processed only for its recipients. */
export class SocketIndex {
  readonly connections = new Set<SocketConnection>();
  readonly #bySession: Groups = new Map();
  readonly #byPerson: Groups = new Map();
  readonly #byOrganization: Groups = new Map();
  readonly #byMembership: Groups = new Map();
  readonly #byNetwork: Groups = new Map();
  readonly #platform = new Set<SocketConnection>();

  add(connection: SocketConnection): void {
    const { state } = connection;
    this.connections.add(connection);
    join(this.#bySession, state.sessionId, connection);
    join(this.#byPerson, state.personId, connection);
    join(this.#byNetwork, connection.network, connection);
    for (const id of state.organizationIds) join(this.#byOrganization, id, connection);
    for (const id of state.memberOf) join(this.#byMembership, id, connection);
    if (state.platformRole !== null) this.#platform.add(connection);
  }

  remove(connection: SocketConnection): void {
    const { state } = connection;
    this.connections.delete(connection);
    leave(this.#bySession, state.sessionId, connection);
    leave(this.#byPerson, state.personId, connection);
    leave(this.#byNetwork, connection.network, connection);
    for (const id of state.organizationIds) leave(this.#byOrganization, id, connection);
    for (const id of state.memberOf) leave(this.#byMembership, id, connection);
    this.#platform.delete(connection);
  }

  /** Updates an open socket with the current rights of its session. */
  update(connection: SocketConnection, state: SocketState): void {
    if (!this.connections.has(connection)) return;
    this.remove(connection);
    connection.state = state;
    this.add(connection);
  }

  sessionIds(): Iterable<string> {
    return this.#bySession.keys();
  }

  ofSession(sessionId: string): readonly SocketConnection[] {
    return [...(this.#bySession.get(sessionId) ?? [])];
  }

  /** Returns whether the limits of person, organizations and network allow one more socket. */
  hasRoomFor({ state, network }: SocketConnection, limits: SocketLimits): boolean {
    const isBelow = (groups: Groups, key: string, max: number) => (groups.get(key)?.size ?? 0) < max;
    return (
      isBelow(this.#byPerson, state.personId, limits.perPerson) &&
      isBelow(this.#byNetwork, network, limits.perNetwork) &&
      state.organizationIds.every((id) => isBelow(this.#byOrganization, id, limits.perOrganization))
    );
  }

  personSessionIds(personId: string): Set<string> {
    return sessionIdsOf(this.#byPerson.get(personId));
  }

  /** Returns the sessions of an organization's members, even of those who cannot work there now. */
  memberSessionIds(organizationId: string): Set<string> {
    return sessionIdsOf(this.#byMembership.get(organizationId));
  }

  /** Returns the sockets of an organization's members, even of those who cannot work there now. */
  ofMembers(organizationId: string): readonly SocketConnection[] {
    return [...(this.#byMembership.get(organizationId) ?? [])];
  }

  /** Returns the sockets that meet all conditions of an event. */
  audienceOf(event: LiveEvent): readonly SocketConnection[] {
    const { organizationId, personId, sessionIds, platformOnly, broadcast } = event;
    if (broadcast) return [...this.connections];
    if (platformOnly) return [...this.#platform];
    // A platform account only observes an organization and is not signed out when that organization is closed.
    const withPlatform = event.event !== "forceLogout";
    if (sessionIds === undefined && personId === undefined) {
      if (organizationId === undefined) return event.event === "systemAlert" ? [...this.connections] : [];
      const members = this.#byOrganization.get(organizationId) ?? new Set();
      return [...(withPlatform ? members.union(this.#platform) : members)];
    }
    const candidates =
      sessionIds?.flatMap((id) => this.ofSession(id)) ?? this.#byPerson.get(personId ?? "") ?? [];
    return [...candidates].filter(
      ({ state }) =>
        (personId === undefined || state.personId === personId) &&
        (organizationId === undefined ||
          state.organizationIds.includes(organizationId) ||
          (withPlatform && state.platformRole !== null)),
    );
  }
}

function sessionIdsOf(connections: ReadonlySet<SocketConnection> = new Set()): Set<string> {
  return new Set([...connections].map(({ state }) => state.sessionId));
}

function join(groups: Groups, key: string, connection: SocketConnection): void {
  const group = groups.get(key);
  if (group) group.add(connection);
  else groups.set(key, new Set([connection]));
}

function leave(groups: Groups, key: string, connection: SocketConnection): void {
  const group = groups.get(key);
  group?.delete(connection);
  if (group?.size === 0) groups.delete(key);
}
