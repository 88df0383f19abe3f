import { callbackify } from "node:util";
import pg from "pg";
import { DatabaseHosts } from "./database-hosts.ts";

/** cannot_connect_now, the code of a server that is currently unavailable. */
const cannotConnect = "57P03";

/** Thrown if a host is a standby, which accepts no changes. */
class StandbyError extends Error {
  override readonly name = "StandbyError";
  readonly code = cannotConnect;

  constructor() {
    super("the database server is a standby");
  }
}

/** Connection timeout per host in ms, so that an unresponsive host does not keep a connection from trying the next. */
const hostTimeoutMs = 2_000;

type Callback = ((error: Error) => void) | ((error: null, client: pg.Client) => void);

/**
 * Returns a class of connections that accept only a primary. The server reports its state while the connection starts,
 * so this needs no round trip.
 */
function primaryClient(Base: typeof pg.Client, hosts: DatabaseHosts): typeof pg.Client {
  return class extends Base {
    readonly #url: string;
    #isStandby = false;

    constructor(config: pg.ClientConfig = {}) {
      const url = hosts.current;
      super({ ...config, connectionString: url, connectionTimeoutMillis: hostTimeoutMs });
      this.#url = url;
      this.connection.on(
        "parameterStatus",
        ({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }) => {
          if (parameterName === "in_hot_standby") this.#isStandby = parameterValue === "on";
        },
      );
    }

    override connect(callback?: Callback): never {
      const connected = this.#connect();
      if (callback === undefined) return connected as never;
      const done = callback as (error: Error | null, client?: pg.Client) => void;
      callbackify(() => connected)(done);
      return undefined as never;
    }

    async #connect(): Promise<pg.Client> {
      try {
        const client = await super.connect();
        if (!this.#isStandby) return client;
        await this.end();
        throw new StandbyError();
      } catch (error) {
        hosts.switchFrom(this.#url);
        throw error;
      }
    }
  };
}

/** Pool of connections to the primary, which tries every host before a connection fails. */
class PrimaryPool extends pg.Pool {
  readonly #attempts: number;

  constructor(config: pg.PoolConfig, attempts: number) {
    super(config);
    this.#attempts = attempts;
  }

  override connect(callback?: (...args: never[]) => void): never {
    const connected = this.#connect();
    if (callback === undefined) return connected as never;
    const done = callback as (
      error: Error | undefined,
      client?: pg.PoolClient,
      release?: pg.PoolClient["release"],
    ) => void;
    callbackify(() => connected)((error, client) =>
      done(error ?? undefined, client, (destroy) => client.release(destroy)),
    );
    return undefined as never;
  }

  async #connect(): Promise<pg.PoolClient> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await (super.connect as () => Promise<pg.PoolClient>)();
      } catch (error) {
        if (attempt >= this.#attempts || isExhausted(error)) throw error;
      }
    }
  }
}

/** Returns whether the pool had no free connection in time or was closed, so that another host would not help. */
function isExhausted(error: unknown): boolean {
  return /timeout exceeded when trying to connect|after calling end on the pool/.test(
    (error as Error).message,
  );
}

/** Creates a pool for an address with one or more hosts. With several hosts, it uses only the primary. */
export function createPool(address: string, config: pg.PoolConfig): pg.Pool {
  const hosts = new DatabaseHosts(address);
  if (!hosts.hasSeveral) return new pg.Pool({ ...config, connectionString: address });
  const Client = primaryClient((config.Client ?? pg.Client) as typeof pg.Client, hosts);
  return new PrimaryPool({ ...config, Client }, hosts.urls.length);
}

/**
 * Opens a connection for an address with one or more hosts. With several hosts, it connects to the primary.
 *
 * @param prepare Registers listeners on the connection before it is opened.
 * @throws The error of the last host if none is the primary.
 */
export async function connectToPrimary(
  address: string,
  config: pg.ClientConfig = {},
  prepare: (client: pg.Client) => void = () => undefined,
): Promise<pg.Client> {
  const hosts = new DatabaseHosts(address);
  const Client = hosts.hasSeveral ? primaryClient(pg.Client, hosts) : pg.Client;
  for (let attempt = 1; ; attempt += 1) {
    const client = new Client({ ...config, connectionString: hosts.current });
    prepare(client);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (attempt >= hosts.urls.length) throw error;
    }
  }
}
