import { connect, createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

/**
 * A throttled proxy that remembers when bytes passed, for what a browser paints on a poor phone.
 */
export interface SlowLine {
  readonly url: string;
  /** Bytes, with headers, that had passed at a moment (ms since 1970). */
  bytesBy(moment: number): number;
  close(): void;
}

const TICK_MS = 50;
/** 12 KiB a second. */
const BYTES_PER_TICK = 614;

interface Queue {
  readonly to: Socket;
  readonly waiting: Buffer[];
  hasEnded: boolean;
}

/** @param target - the product's origin. */
export async function openSlowLine(target: string): Promise<SlowLine> {
  const { hostname, port } = new URL(target);
  const queues: Queue[] = [];
  const passed: { readonly at: number; readonly bytes: number }[] = [];
  const server = createServer((to) => {
    const queue: Queue = { to, waiting: [], hasEnded: false };
    queues.push(queue);
    const from = connect(Number(port), hostname);
    to.on("data", (piece) => from.write(piece));
    from.on("data", (piece) => queue.waiting.push(piece));
    from.on("close", () => (queue.hasEnded = true));
    to.on("close", () => from.destroy());
    // A browser that leaves cuts its connections.
    for (const end of [to, from]) end.on("error", () => to.destroy());
  });
  const timer = setInterval(() => {
    let left = BYTES_PER_TICK;
    for (const { to, waiting, hasEnded } of queues) {
      while (left > 0 && waiting[0]) {
        const piece = waiting[0].subarray(0, left);
        const rest = waiting[0].subarray(piece.length);
        if (rest.length > 0) waiting[0] = rest;
        else waiting.shift();
        left -= piece.length;
        to.write(piece);
        passed.push({ at: Date.now(), bytes: piece.length });
      }
      if (hasEnded && waiting.length === 0) to.end();
    }
  }, TICK_MS);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bytesBy: (moment) =>
      passed.filter(({ at }) => at <= moment).reduce((sum, { bytes }) => sum + bytes, 0),
    close() {
      clearInterval(timer);
      for (const { to } of queues) to.destroy();
      server.close();
    },
  };
}
