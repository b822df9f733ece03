import type { Readable } from "node:stream";

/** A file answer: streamed, never gathered in memory. */
export class FileReply {
  readonly name: string;
  readonly contentType: string;
  readonly body: Readable | Buffer;

  /** @param name - as the person should see it in the downloads folder; Cyrillic is fine. */
  constructor(name: string, contentType: string, body: Readable | Buffer) {
    this.name = name;
    this.contentType = contentType;
    this.body = body;
  }

  /** content-disposition with an ASCII fallback and the real name (RFC 6266). */
  get disposition(): string {
    const fallback = this.name.replace(/[^\x20-\x7e]|["\\]/g, "_");
    return `attachment; filename="${fallback}"; filename*=UTF-8''${encodeURIComponent(this.name)}`;
  }
}

/**
 * An answer with secrets in it (tokens): the table of idempotency keys keeps `kept` in its place,
 * and the second caller gets what `ServeOptions.answerAgain` makes of it.
 */
export class UnkeptReply<Answer> {
  readonly answer: Answer;
  readonly kept: object;

  constructor(answer: Answer, kept: object) {
    this.answer = answer;
    this.kept = kept;
  }
}

/**
 * An answer that PostgreSQL has already built as JSON (hot lists): sent as it is, not parsed and
 * written again.
 */
export class JsonReply {
  readonly json: string;

  constructor(json: string) {
    this.json = json;
  }
}
