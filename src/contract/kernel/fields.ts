import { Type, type Static, type TSchema } from "typebox";

/** An intentionally absent value is `null` in the answer, never a missing key. */
export function nullable<Schema extends TSchema>(schema: Schema) {
  return Type.Union([schema, Type.Null()]);
}

/**
 * An object with any names and values of one kind.
 *
 * Decision: TypeBox's own `Record` brings its type evaluator (11 KiB) to every page of the site.
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

/** Text a person types; the limit keeps files out of fields. */
export function text(maxLength: number, minLength = 0) {
  return Type.String({ minLength, maxLength });
}

/** Free comment beside a reason or a record. Source: `domain.md` §4, 500 characters. */
export const Comment = text(500);

/** Phone in any spelling; the server keeps `79XXXXXXXXX`. Source: `domain.md` §1.6. */
export const PhoneInput = text(30, 5);
/** Phone in an answer, shown as +7 (XXX) XXX XX XX. */
export const Phone = Type.String({ description: "Телефон в виде 79XXXXXXXXX" });

/** Source: `domain.md` §1.6, at most 254 characters. */
export const EmailInput = Type.String({ minLength: 3, maxLength: 254 });

/** Digits with possible spaces; `values/` verify the check digits. */
export const InnInput = text(20, 10);

/** Source: `domain.md` §1.7. */
export const OtpCode = Type.String({
  pattern: "^\\d{6}$",
  maxLength: 6,
  description: "Код из СМС, шесть цифр",
});

/**
 * Answer of every call that sends a one-time code; the same for known and unknown phones. Source:
 * `domain.md` §1.7.
 */
export const CodeSent = Type.Object({
  /** Seconds until the code dies. */
  expiresInSeconds: Type.Integer(),
  /** Seconds until another code may be asked for. */
  retryAfterSeconds: Type.Integer(),
  phoneMasked: Type.String({
    description:
      "Куда ушёл код: телефон с закрытыми цифрами, +7 (9**) ***-**-11, или адрес почты, k***@company.ru",
  }),
});
export type CodeSent = Type.Static<typeof CodeSent>;

/** Search text of a list. */
export const Search = Type.Optional(text(200));

export const SortDirection = Type.Unsafe<"asc" | "desc">({ type: "string", enum: ["asc", "desc"] });

/**
 * Query fields `sortBy` and `sortDirection`.
 *
 * @param fields - the first is the default, newest or largest first.
 */
export function sorting<const Fields extends readonly [string, ...string[]]>(...fields: Fields) {
  return {
    sortBy: Type.Optional(Type.Unsafe<Fields[number]>({ type: "string", enum: [...fields] })),
    sortDirection: Type.Optional(SortDirection),
  };
}

/** Query fields of a period: Moscow dates, both ends included. */
export const periodQuery = {
  periodStart: Type.Optional(Type.String({ format: "date" })),
  periodEnd: Type.Optional(Type.String({ format: "date" })),
};

export const FileFormat = Type.Unsafe<"xlsx" | "csv">({ type: "string", enum: ["xlsx", "csv"] });
/** `?format=xlsx|csv` of a file answer; XLSX unless asked otherwise. */
export const fileFormatQuery = Type.Object({ format: Type.Optional(FileFormat) });
