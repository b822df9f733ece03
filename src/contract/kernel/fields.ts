import { Type, type Static, type TSchema } from "typebox";

/** Answers have `null`, never a missing key. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/**
 * TypeBox's own `Record` would bring 11 KiB to every page of the site.
 *
 * @param names - regular expression.
 */
export function recordOf<Schema extends TSchema>(
  values: Schema,
  {
    names = "^.*$",
    ...limits
  }: {
    readonly names?: string;
    readonly minProperties?: number;
    readonly maxProperties?: number;
  } = {},
) {
  return Type.Unsafe<Record<string, Static<Schema>>>({
    type: "object",
    patternProperties: { [names]: values },
    ...limits,
  });
}

/** The limit keeps files out of fields. */
export function text(maxLength: number, minLength = 0) {
  return Type.String({ minLength, maxLength });
}

/** Source: `domain.md` §4, 500 characters. */
export const Comment = text(500);

/** Any spelling; stored as `79XXXXXXXXX`. Source: `domain.md` §1.6. */
export const PhoneInput = text(30, 5);
/** Shown as +7 (XXX) XXX XX XX. */
export const Phone = Type.String({ description: "Телефон в виде 79XXXXXXXXX" });

/** Source: `domain.md` §1.6. */
export const EmailInput = Type.String({ minLength: 3, maxLength: 254 });

/** Maybe with spaces; `values/` verifies check digits. */
export const InnInput = text(20, 10);

const CODE_WORDS = "Код из СМС, шесть цифр";

/** Source: `domain.md` §1.7. */
export const OtpCode = Type.String({
  pattern: "^\\d{6}$",
  maxLength: 6,
  description: CODE_WORDS,
});

/** Names of a body's fields with a one-time code: `otp`; `code` and `verificationCode` of the specification. */
export function codeFieldsOf(body: TSchema | undefined): string[] {
  const { properties = {} } = (body ?? {}) as {
    properties?: Record<string, { description?: string }>;
  };
  // By the words: an optional field is a copy.
  return Object.keys(properties).filter((name) => properties[name]?.description === CODE_WORDS);
}

/** The same for unknown phones. Source: `domain.md` §1.7. */
export const CodeSent = Type.Object({
  expiresInSeconds: Type.Integer(),
  /** Until the next code. */
  retryAfterSeconds: Type.Integer(),
  phoneMasked: Type.String({
    description:
      "Куда ушёл код: телефон с закрытыми цифрами, +7 (9**) ***-**-11, или адрес почты, k***@company.ru",
  }),
});
export type CodeSent = Type.Static<typeof CodeSent>;

export const Search = Type.Optional(text(200));

export const SortDirection = Type.Unsafe<"asc" | "desc">({ type: "string", enum: ["asc", "desc"] });

/** @param fields - the first is the default. */
export function sorting<const Fields extends readonly [string, ...string[]]>(...fields: Fields) {
  return {
    sortBy: Type.Optional(Type.Unsafe<Fields[number]>({ type: "string", enum: [...fields] })),
    sortDirection: Type.Optional(SortDirection),
  };
}

/** Moscow dates, inclusive. */
export const periodQuery = {
  periodStart: Type.Optional(Type.String({ format: "date" })),
  periodEnd: Type.Optional(Type.String({ format: "date" })),
};

export const FileFormat = Type.Unsafe<"xlsx" | "csv">({ type: "string", enum: ["xlsx", "csv"] });
/** XLSX by default. */
export const fileFormatQuery = Type.Object({ format: Type.Optional(FileFormat) });
