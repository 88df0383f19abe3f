import pino, { type Logger } from "pino";

const flushIntervalMs = 250;
const bufferBytes = 4_096;

/**
 * The log on standard output. Lines leave together, at the latest after a quarter of a second: one write a request
 * would be an eighth of what the layers around it cost. A process that is killed loses the lines of that time;
 * what must not be lost stands in the audit log. `close` writes what is left.
 */
export function openLog(level: string): { log: Logger; close: () => void } {
  const destination = pino.destination({ dest: 1, minLength: bufferBytes, sync: true });
  const flush = () => destination.flushSync();
  const timer = setInterval(flush, flushIntervalMs).unref();
  process.once("exit", flush);
  return {
    log: pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination),
    close() {
      clearInterval(timer);
      process.off("exit", flush);
      flush();
    },
  };
}
