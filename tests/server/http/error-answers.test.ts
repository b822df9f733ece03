import fastify from "fastify";
import { expect, test } from "vitest";
import { setErrorAnswers } from "#server/http/error-answers.ts";

test.each(["ENOSPC", "EDQUOT", "53100"])(
  "a full disk (%s) is 503 with what to do",
  async (code) => {
    const http = fastify();
    setErrorAnswers(http);
    http.get("/", () => Promise.reject(Object.assign(new Error("no space left"), { code })));
    const answer = await http.inject("/");
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, "unavailable"]);
    expect(answer.json<{ message: string }>().message).toMatch(/закончилось место.*Повторите/);
    await http.close();
  },
);
