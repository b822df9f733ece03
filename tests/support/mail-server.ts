import { createServer } from "node:net";
import type { AddressInfo, Socket } from "node:net";

interface TakenLetter {
  readonly to: string;
  readonly content: string;
}

export interface MailServer {
  readonly url: string;
  readonly letters: TakenLetter[];
  /** Like a full mailbox. */
  refuseNext(): void;
  close(): Promise<void>;
}

/** Minimal. */
export async function startMailServer(): Promise<MailServer> {
  const letters: TakenLetter[] = [];
  let refusals = 0;
  const server = createServer((socket: Socket) => {
    let to = "";
    let rest = "";
    let isContent = false;
    const say = (line: string) => socket.write(`${line}\r\n`);
    say("220 mail.example");
    socket.on("error", () => undefined);
    socket.setEncoding("utf8");
    socket.on("data", (chunk: string) => {
      rest += chunk;
      for (;;) {
        const mark = isContent ? "\r\n.\r\n" : "\r\n";
        const end = rest.indexOf(mark);
        if (end === -1) return;
        const text = rest.slice(0, end);
        rest = rest.slice(end + mark.length);
        if (isContent) {
          letters.push({ to, content: text });
          isContent = false;
          say("250 taken");
        } else if (/^(EHLO|HELO)/i.test(text)) say("250 mail.example");
        else if (/^RCPT/i.test(text)) {
          to = /<(.*)>/.exec(text)?.[1] ?? "";
          if (refusals > 0) {
            refusals -= 1;
            say("452 mailbox full");
          } else say("250 ok");
        } else if (/^DATA/i.test(text)) {
          isContent = true;
          say("354 go on");
        } else if (/^QUIT/i.test(text)) {
          say("221 bye");
          socket.end();
        } else say("250 ok");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    letters,
    refuseNext() {
      refusals += 1;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
