/**
 * Servers of a database address, one of which is the primary. All connections of a pool share this object, so that
 * after a failover all of them use the new primary as soon as one has found it.
 */
export class DatabaseHosts {
  /** Connection URLs of the hosts, in the order of the address. */
  readonly urls: readonly string[];
  #current = 0;

  /** @param address URL such as `postgres://role@db1:5432,db2:5432/portal`. */
  constructor(address: string) {
    this.urls = hostUrls(address);
  }

  get hasSeveral(): boolean {
    return this.urls.length > 1;
  }

  /** URL of the most recent primary. */
  get current(): string {
    return this.urls[this.#current] ?? "";
  }

  /** Switches to the next host, unless another connection has already switched away from this one. */
  switchFrom(url: string): void {
    if (url === this.current) this.#current = (this.#current + 1) % this.urls.length;
  }
}

/** Returns a URL for each host of an address. They differ only in the host. */
export function hostUrls(address: string): string[] {
  const [, start = "", hosts = "", end = ""] = /^([^/]*\/\/(?:[^/?]*@)?)([^/?]*)(.*)$/s.exec(address) ?? [];
  return hosts.split(",").map((host) => `${start}${host}${end}`);
}
