/** A parsed `1CClientBankExchange` file. */
export interface ClientBankFile {
  readonly header: ReadonlyMap<string, string>;
  readonly account: ReadonlyMap<string, string>;
  readonly documents: readonly ReadonlyMap<string, string>[];
}

const HEADER = [
  "ВерсияФормата",
  "Кодировка",
  "Отправитель",
  "Получатель",
  "ДатаСоздания",
  "ВремяСоздания",
  "ДатаНачала",
  "ДатаКонца",
  "РасчСчет",
];
const ACCOUNT = [
  "ДатаНачала",
  "ДатаКонца",
  "РасчСчет",
  "НачальныйОстаток",
  "ВсегоПоступило",
  "ВсегоСписано",
  "КонечныйОстаток",
];
const SIDE = ["Счет", "", "ИНН", "КПП", "1", "РасчСчет", "Банк1", "БИК", "Корсчет"];
const DOCUMENT = [
  "Номер",
  "Дата",
  "Сумма",
  "ДатаСписано",
  "ДатаПоступило",
  ...SIDE.flatMap((name) => [`Плательщик${name}`, `Получатель${name}`]),
  "ВидПлатежа",
  "ВидОплаты",
  "Очередность",
  "НазначениеПлатежа",
];
const NEEDED = [
  "Номер",
  "Дата",
  "Сумма",
  "ПлательщикСчет",
  "Плательщик",
  "ПлательщикИНН",
  "ПолучательСчет",
  "Получатель",
  "ПолучательИНН",
];
/** By the end of the field's name. */
const SHAPES: readonly (readonly [RegExp, RegExp])[] = [
  [/^Дата(Создания|Начала|Конца)?$/, /^\d\d\.\d\d\.\d{4}$/],
  [/^Дата(Списано|Поступило)$/, /^(\d\d\.\d\d\.\d{4})?$/],
  [/^ВремяСоздания$/, /^\d\d:\d\d:\d\d$/],
  [/Остаток$|^Всего|^Сумма$/, /^-?\d+\.\d\d$/],
  [/Счет$|Корсчет$/, /^\d{20}$/],
  [/ИНН$/, /^(\d{10}|\d{12})$/],
  [/КПП$/, /^\d{9}$/],
  [/БИК$/, /^\d{9}$/],
];

const kopecks = (rubles: string) => BigInt(rubles.replace(".", ""));

/**
 * Format: v8.1c.ru/edi/edi_stnd/100/101.htm, version 1.03; unknown fields are rejected.
 *
 * @throws Error with the line or document.
 */
export function readClientBank(bytes: Buffer): ClientBankFile {
  const text = new TextDecoder("windows-1251", { fatal: true }).decode(bytes);
  if (!text.endsWith("\r\n") || /[^\r]\n|\r[^\n]/.test(text))
    throw new Error("lines must end with CRLF");
  const lines = text.slice(0, -2).split("\r\n");
  if (lines[0] !== "1CClientBankExchange") throw new Error("no mark of an exchange file");
  if (lines.at(-1) !== "КонецФайла") throw new Error("no end of the file");
  let place = 1;
  const read = (known: readonly string[], end: string | null): Map<string, string> => {
    const found = new Map<string, string>();
    for (; place < lines.length; place += 1) {
      const line = lines[place] as string;
      if (end === null ? /^Секция|^КонецФайла$/.test(line) : line === end) break;
      const at = line.indexOf("=");
      const name = line.slice(0, at);
      const value = line.slice(at + 1);
      if (at < 1 || !known.includes(name))
        throw new Error(`line ${place + 1}: «${line}» is not of this section`);
      if (found.has(name)) throw new Error(`line ${place + 1}: «${name}» stands twice`);
      const shape = SHAPES.find(([ofName]) => ofName.test(name));
      if (shape && !shape[1].test(value))
        throw new Error(`line ${place + 1}: «${line}» has another shape`);
      found.set(name, value);
    }
    if (end !== null) place += 1;
    return found;
  };
  const header = read(HEADER, null);
  if (header.get("ВерсияФормата") !== "1.03" || header.get("Кодировка") !== "Windows")
    throw new Error("another version or encoding");
  if (lines[place] !== "СекцияРасчСчет") throw new Error("no section of the account");
  place += 1;
  const account = read(ACCOUNT, "КонецРасчСчет");
  const documents: Map<string, string>[] = [];
  while (lines[place] === "СекцияДокумент=Платежное поручение") {
    place += 1;
    documents.push(read(DOCUMENT, "КонецДокумента"));
  }
  if (place !== lines.length - 1)
    throw new Error(`line ${place + 1}: «${lines[place]}» is not expected`);
  checkDocuments(header, account, documents);
  return { header, account, documents };
}

function checkDocuments(
  header: ReadonlyMap<string, string>,
  account: ReadonlyMap<string, string>,
  documents: readonly ReadonlyMap<string, string>[],
): void {
  for (const name of HEADER.filter((one) => one !== "Получатель"))
    if (!header.get(name)) throw new Error(`the header has no ${name}`);
  for (const name of ACCOUNT) if (!account.get(name)) throw new Error(`the account has no ${name}`);
  const own = account.get("РасчСчет");
  let [income, expense] = [0n, 0n];
  for (const [index, document] of documents.entries()) {
    for (const name of NEEDED)
      if (!document.get(name)) throw new Error(`document ${index + 1} has no ${name}`);
    const isIncome = document.get("ПолучательСчет") === own;
    if (isIncome === (document.get("ПлательщикСчет") === own))
      throw new Error(`document ${index + 1} is not of the account`);
    if (!document.get(isIncome ? "ДатаПоступило" : "ДатаСписано"))
      throw new Error(`document ${index + 1} says not when it was done`);
    if (isIncome) income += kopecks(document.get("Сумма") ?? "");
    else expense += kopecks(document.get("Сумма") ?? "");
  }
  if (
    income !== kopecks(account.get("ВсегоПоступило") ?? "") ||
    expense !== kopecks(account.get("ВсегоСписано") ?? "")
  )
    throw new Error("the documents are not the turnover");
  if (
    kopecks(account.get("НачальныйОстаток") ?? "") + income - expense !==
    kopecks(account.get("КонечныйОстаток") ?? "")
  )
    throw new Error("opening and turnover are not the closing");
}
