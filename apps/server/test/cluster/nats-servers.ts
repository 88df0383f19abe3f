import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { findProgram } from "./programs.ts";
import { TcpProxy } from "../tcp-proxy.ts";
import { findFreePort } from "./free-port.ts";

type NatsNode = { port: number; child: ChildProcess | undefined; args: string[] };

/**
 * Cluster of NATS servers on loopback. The routes between them go through proxies, so that they can be interrupted
 * while every client stays connected.
 */
export class NatsServers {
  readonly #nodes: NatsNode[];
  readonly #routes: TcpProxy[];

  private constructor(nodes: NatsNode[], routes: TcpProxy[]) {
    this.#nodes = nodes;
    this.#routes = routes;
  }

  /** Starts `count` servers that form one cluster, with further arguments for each. */
  static async start(count: number, furtherArgs: readonly string[] = []): Promise<NatsServers> {
    const routes: TcpProxy[] = [];
    const nodes: NatsNode[] = [];
    const clusterPorts = await Promise.all(Array.from({ length: count }, findFreePort));
    for (const [index, clusterPort] of clusterPorts.entries()) {
      const port = await findFreePort();
      const args = ["-a", "127.0.0.1", "-p", String(port), "--cluster_name", "portal"];
      args.push("--cluster", `nats://127.0.0.1:${clusterPort}`, "--no_advertise");
      // Each server connects to the earlier ones, so that every route exists once.
      const earlierNodes: string[] = [];
      for (const target of clusterPorts.slice(0, index)) {
        const proxy = await TcpProxy.open(target);
        routes.push(proxy);
        earlierNodes.push(`nats://127.0.0.1:${proxy.port}`);
      }
      if (earlierNodes.length > 0) args.push("--routes", earlierNodes.join(","));
      nodes.push({ port, args: [...args, ...furtherArgs], child: undefined });
    }
    const servers = new NatsServers(nodes, routes);
    for (const index of nodes.keys()) await servers.startNode(index);
    return servers;
  }

  /** Returns the setting of a portal that may use the servers with these indexes, or all servers if none is given. */
  url(...indexes: number[]): string {
    const chosenNodes =
      indexes.length === 0 ? this.#nodes : indexes.flatMap((index) => this.#nodes[index] ?? []);
    return `nats://${chosenNodes.map(({ port }) => `127.0.0.1:${port}`).join(",")}`;
  }

  async startNode(index: number): Promise<void> {
    const node = this.#node(index);
    node.child = spawn(findProgram("nats-server") ?? "nats-server", node.args, { stdio: "ignore" });
    while (!(await isListening(node.port))) {
      if (node.child.exitCode !== null) throw new Error("nats-server ended while starting");
      await sleep(20);
    }
  }

  async killNode(index: number): Promise<void> {
    const { child } = this.#node(index);
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, "exit");
    child.kill("SIGKILL");
    await exit;
  }

  /**
   * Suspends a server without ending it, so that its connections stay open. It may still handle data that it receives
   * at that moment.
   */
  suspendNode(index: number): void {
    this.#node(index).child?.kill("SIGSTOP");
  }

  resumeNode(index: number): void {
    this.#node(index).child?.kill("SIGCONT");
  }

  /** Stops forwarding between the servers. Their connections stay open. */
  holdRoutes(isHeld: boolean): void {
    for (const route of this.#routes) route.isHeld = isHeld;
  }

  async stop(): Promise<void> {
    for (const index of this.#nodes.keys()) await this.killNode(index);
    for (const route of this.#routes) route.close();
  }

  #node(index: number): NatsNode {
    const node = this.#nodes[index];
    if (node === undefined) throw new Error(`there is no server ${index}`);
    return node;
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
