import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";

type FileBody = Readable | Buffer;

export class FileReply {
  readonly name: string;
  readonly contentType: string;
  readonly body: FileBody | (() => Promise<FileBody>);

  /**
   * @param name - of the downloaded file; may be Cyrillic.
   * @param body - a function is called after the commit: no transaction waits for a thread or the
   * file storage.
   */
  constructor(name: string, contentType: string, body: FileBody | (() => Promise<FileBody>)) {
    this.name = name;
    this.contentType = contentType;
    this.body = body;
  }

  /** ASCII fallback and the real name (RFC 6266). */
  get disposition(): string {
    const fallback = this.name.replace(/[^\x20-\x7e]|["\\]/g, "_");
    return `attachment; filename="${fallback}"; filename*=UTF-8''${encodeURIComponent(this.name)}`;
  }
}

/**
 * With secrets: idempotency stores only `kept`, from which `ServeOptions.answerAgain` rebuilds the
 * answer.
 */
export class UnkeptReply<Answer> {
  readonly answer: Answer;
  readonly kept: object;

  constructor(answer: Answer, kept: object) {
    this.answer = answer;
    this.kept = kept;
  }
}

/** JSON made by PostgreSQL, sent unparsed. */
export class JsonReply {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}

export async function sendAnswer(reply: FastifyReply, answer: unknown): Promise<unknown> {
  if (answer instanceof FileReply) {
    const { body } = answer;
    const content = typeof body === "function" ? await body() : body;
    return reply
      .header("content-disposition", answer.disposition)
      .header("content-type", answer.contentType)
      .send(content);
  }
  if (answer instanceof JsonReply) {
    return reply
      .header("content-type", "application/json; charset=utf-8")
      .serializer((payload: unknown) => payload as string)
      .send(answer.json);
  }
  return reply.send(answer instanceof UnkeptReply ? answer.answer : answer);
}
