import { Type } from "typebox";
import type { Permission } from "#contract/access/permissions.ts";
import { text } from "#contract/kernel/fields.ts";
import { Id, SecretId } from "#contract/values/ids.ts";
import { ColumnChoices, FileReading, fileToRead, ReadPart } from "./file-reading.ts";
import { RegistryCreated } from "./registry.ts";

const READING_BYTES = 1024 * 1024;

const readingParams = Type.Object({ readingID: SecretId });

/**
 * A file travels once: what `readFile` has read is kept for a day, for the person who sent it, and
 * becomes the registry of what was shown. 404 once it is gone.
 *
 * @param what - genitive: «реестра заданий».
 */
export function readingCalls(path: string, what: string, edit: Permission) {
  const act = { base: "open" as const, added: true as const, method: "POST" as const };
  return {
    readFile: {
      ...act,
      access: edit,
      path: `${path}/read-file`,
      summary: `Прочитать начало файла ${what}: столбцы и первые строки`,
      body: fileToRead,
      answer: FileReading,
    },
    readAgain: {
      ...act,
      access: edit,
      path: `${path}/readings/{readingID}/read`,
      summary: `Прочитать иначе уже отправленный файл ${what}`,
      params: readingParams,
      body: ReadPart,
      answer: FileReading,
    },
    createFromReading: {
      ...act,
      access: edit,
      path: `${path}/readings/{readingID}/create`,
      summary: `Создать из прочитанного файла: ${what}`,
      params: readingParams,
      body: Type.Object({
        title: Type.Optional(text(100)),
        projectID: Type.Optional(Id),
        choices: ColumnChoices,
      }),
      maxBodyBytes: READING_BYTES,
      answer: RegistryCreated,
      idempotent: true,
    },
  };
}
