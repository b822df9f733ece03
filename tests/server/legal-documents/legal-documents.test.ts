import { afterAll, beforeAll, expect, test } from "vitest";
import {
  archiveName,
  LEGAL_VERSIONS,
  versionsOf,
} from "#contract/legal-documents/legal-documents.ts";
import { buildTestApp, type TestApp } from "#tests/support/build-app.ts";
import { textOfPdf } from "#tests/support/pdf-text.ts";

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

test("a document is a PDF whose Russian text can be searched", async () => {
  const { statusCode, headers, rawPayload } = await app.http.inject("/documents/data-policy.pdf");
  expect([statusCode, headers["content-type"]]).toEqual([200, "application/pdf"]);
  const [current] = versionsOf("data-policy");
  const document = await current?.load();
  const text = textOfPdf(rawPayload);
  for (const { heading } of document?.sections ?? []) expect(text).toContain(heading.slice(0, 20));
});

test("each version of the archive has its file, the one in force goes by its own name", async () => {
  for (const version of LEGAL_VERSIONS) {
    const { statusCode, headers } = await app.http.inject(`/documents/${archiveName(version)}.pdf`);
    expect([archiveName(version), statusCode, headers["content-type"]]).toEqual([
      archiveName(version),
      200,
      "application/pdf",
    ]);
  }
});

test("whoever only asks whether a file is there is told so: crawlers do", async () => {
  for (const url of ["/documents/data-policy.pdf", "/robots.txt", "/sitemap.xml"]) {
    const { statusCode, body } = await app.http.inject({ method: "HEAD", url });
    expect([url, statusCode, body]).toEqual([url, 200, ""]);
  }
});

test("a document there is none of says where to find the others", async () => {
  const { statusCode, body } = await app.http.inject("/documents/old-data-policy-1999-01-01.pdf");
  expect(statusCode).toBe(404);
  expect(body).toContain("Правовые документы");
});
