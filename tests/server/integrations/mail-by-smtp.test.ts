import { afterEach, beforeEach, expect, test } from "vitest";
import { smtpMail } from "#server/integrations/mail/smtp.ts";
import { startMailServer, type MailServer } from "#tests/support/mail-server.ts";

let server: MailServer;
beforeEach(async () => {
  server = await startMailServer();
});
afterEach(() => server.close());

const LETTER = {
  id: "mail-1",
  to: "anna@company.example",
  subject: "Подпишите акт",
  text: "Подпишите акт",
  html: "<p>Подпишите акт</p>",
};
const base64 = (text: string) => Buffer.from(text).toString("base64");

test("a letter leaves by SMTP in both forms, from the platform, and a repeat is the same letter", async () => {
  const mail = smtpMail({ url: server.url, from: "Самозанятые <noreply@platform.example>" });
  await mail.send(LETTER);
  await mail.send(LETTER);
  expect(server.letters.map(({ to }) => to)).toEqual([
    "anna@company.example",
    "anna@company.example",
  ]);
  for (const { content } of server.letters) {
    expect(content).toMatch(/^Message-ID: <mail-1@platform\.example>\r$/m);
    expect(content).toContain("<noreply@platform.example>");
    expect(content).toContain(base64("Подпишите акт"));
    expect(content).toMatch(/text\/plain[\s\S]+text\/html/);
  }
});

test("an address with a comma is one address, not two", async () => {
  await smtpMail({ url: server.url, from: "noreply@platform.example" })
    .send({ ...LETTER, to: "anna@company.example,eva@other.example" })
    .catch(() => undefined);
  expect(server.letters.filter(({ to }) => to === "eva@other.example")).toEqual([]);
});

test("a letter the server refuses is an error, and the next try goes through", async () => {
  const mail = smtpMail({ url: server.url, from: "noreply@platform.example" });
  server.refuseNext();
  await expect(mail.send(LETTER)).rejects.toThrow(/452/);
  await mail.send(LETTER);
  expect(server.letters).toHaveLength(1);
});
