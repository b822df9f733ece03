import { SaxesParser, type SaxesTagNS } from "saxes";

const MESSAGE = "http://www.1c.ru/SSL/Exchange/Message";
const BODY = "http://v8.1c.ru/edi/edi_stnd/EnterpriseData/1.8";

type Field = readonly [name: string, type: Type, isRequired?: "required"];
/** A pattern, or elements in order. */
type Type = RegExp | readonly Field[];

/** From `EnterpriseData_1_8_6.xsd` and `ExchangeMessage.xsd`, without elements nobody writes. */
const TEXT = /^[\s\S]+$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;
const SUM = /^-?\d{1,13}(\.\d{1,2})?$/;
const BOOLEAN = /^(true|false)$/;
const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const NUMBER = /^[\s\S]{1,256}$/;
const PERSON = /^(ЮридическоеЛицо|ФизическоеЛицо)$/;
const ORGANIZATION: readonly Field[] = [
  ["Ссылка", UUID],
  ["Наименование", TEXT, "required"],
  ["НаименованиеСокращенное", TEXT],
  ["НаименованиеПолное", TEXT],
  ["ИНН", /^.{1,12}$/],
  ["КПП", /^.{1,9}$/],
  ["ЮридическоеФизическоеЛицо", PERSON, "required"],
];
const COUNTERPARTY: Type = ORGANIZATION.filter(([name]) => name !== "НаименованиеСокращенное");
const CURRENCY: Type = [
  ["Ссылка", UUID],
  [
    "ДанныеКлассификатора",
    [
      ["Код", TEXT],
      ["Наименование", TEXT],
    ],
    "required",
  ],
];
const CONTRACT: Type = [
  ["Ссылка", UUID],
  [
    "ВидДоговора",
    /^(СПокупателем|СПоставщиком|СКомиссионером|СКомитентом|СКомитентомНаЗакупку|СКомиссионеромНаЗакупку|Прочее)$/,
    "required",
  ],
  ["Организация", ORGANIZATION, "required"],
  ["Контрагент", COUNTERPARTY, "required"],
  ["ВалютаВзаиморасчетов", CURRENCY],
  ["РасчетыВУсловныхЕдиницах", BOOLEAN],
  ["Наименование", TEXT],
  ["Дата", DATE],
  ["Номер", TEXT],
];
const SERVICE: Type = [
  ["НомерСтрокиДокумента", /^\d{1,10}$/],
  [
    "Номенклатура",
    [
      ["Ссылка", UUID],
      ["НаименованиеПолное", TEXT],
      ["КодВПрограмме", TEXT],
      ["Артикул", TEXT],
      ["Наименование", TEXT, "required"],
    ],
  ],
  ["Количество", /^-?\d{1,12}(\.\d{1,3})?$/, "required"],
  ["Сумма", SUM, "required"],
  ["Цена", SUM, "required"],
  [
    "СтавкаНДС",
    /^(НДС4|НДС4_104|НДС18|НДС18_118|НДС2|НДС2_102|НДС10|НДС10_110|НДС0|НДС20|НДС20_120|БезНДС|НДСИсчисляетсяНалоговымАгентом)$/,
  ],
  ["СуммаНДС", SUM],
  ["Содержание", TEXT],
];
const RECEIPT_OF_SERVICES: Type = [
  [
    "КлючевыеСвойства",
    [
      ["Ссылка", UUID],
      ["Дата", DATE_TIME, "required"],
      ["Номер", NUMBER, "required"],
      ["Организация", ORGANIZATION, "required"],
      [
        "ДанныеВходящегоДокумента",
        [
          ["НомерВходящегоДокумента", NUMBER],
          ["ДатаВходящегоДокумента", DATE],
          ["НаименованиеВходящегоДокумента", TEXT],
        ],
      ],
      ["Контрагент", COUNTERPARTY, "required"],
    ],
    "required",
  ],
  ["Услуги", [["Строка", SERVICE]]],
  ["Валюта", CURRENCY, "required"],
  ["ВидОперации", /^(ПокупкаУПоставщика|ПриемНаКомиссию|ЗакупкаПоИмпорту)$/, "required"],
  ["Сумма", SUM],
  ["СуммаВключаетНДС", BOOLEAN],
  [
    "ДанныеВзаиморасчетов",
    [
      ["Договор", CONTRACT],
      ["ВалютаВзаиморасчетов", CURRENCY],
      ["КурсВзаиморасчетов", /^\d{1,6}(\.\d{1,4})?$/],
      ["КратностьВзаиморасчетов", /^\d{1,10}$/],
      ["РасчетыВУсловныхЕдиницах", BOOLEAN],
    ],
    "required",
  ],
  ["Комментарий", TEXT],
  [
    "Налогообложение",
    /^(НалоговыйАгентПоНДС|НДСИсчисляетсяПокупателем|НеОблагаетсяНДС|ОблагаетсяЕНВД|ОблагаетсяНДС|ЭлектронныеУслуги)$/,
  ],
];
const HEADER: Type = [
  ["Format", TEXT, "required"],
  ["CreationDate", DATE_TIME, "required"],
  ["AvailableVersion", TEXT, "required"],
];

interface Element {
  readonly uri: string;
  readonly name: string;
  readonly children: Element[];
  text: string;
}

/** «Поступление услуг»: texts by path, e.g. «КлючевыеСвойства/Номер». */
export type ReceivedServices = ReadonlyMap<string, string>;

/**
 * EnterpriseData 1.8 by the published schema.
 *
 * @throws Error with the path of a violation.
 */
export function readEnterpriseData(bytes: Buffer): ReceivedServices[] {
  const root = treeOf(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  if (
    root.name !== "Message" ||
    root.uri !== "" ||
    root.children.map(({ uri, name }) => `${uri} ${name}`).join() !==
      `${MESSAGE} Header,${BODY} Body`
  )
    throw new Error("no message of a header and a body");
  const [header, body] = root.children as [Element, Element];
  const about = new Map(textsOf(header, HEADER, MESSAGE, "Header"));
  if (about.get("Header/Format") !== BODY || about.get("Header/AvailableVersion") !== "1.8")
    throw new Error("another format or version");
  return body.children.map((document, index) => {
    if (document.name !== "Документ.ПоступлениеТоваровУслуг")
      throw new Error(`«${document.name}» is not expected`);
    return new Map(
      textsOf(document, RECEIPT_OF_SERVICES, BODY, `${index + 1}`).map(([path, text]) => [
        path.slice(path.indexOf("/") + 1),
        text,
      ]),
    );
  });
}

function textsOf(element: Element, type: Type, uri: string, path: string): [string, string][] {
  if (element.uri !== uri) throw new Error(`${path}: another namespace`);
  if (type instanceof RegExp) {
    if (element.children.length > 0 || !type.test(element.text))
      throw new Error(`${path}: «${element.text}» has another shape`);
    return [[path, element.text]];
  }
  if (element.text.trim() !== "") throw new Error(`${path}: text beside elements`);
  const missing = type.find(
    ([name, , isRequired]) => isRequired && element.children.every((child) => child.name !== name),
  );
  if (missing) throw new Error(`${path}: no ${missing[0]}`);
  let place = 0;
  return element.children.flatMap((child) => {
    const found = type.findIndex(([name], index) => index >= place && name === child.name);
    if (found < 0)
      throw new Error(`${path}: «${child.name}» is unknown, stands twice or in another place`);
    place = found + 1;
    return textsOf(child, type[found]?.[1] as Type, uri, `${path}/${child.name}`);
  });
}

function treeOf(text: string): Element {
  const parser = new SaxesParser({ xmlns: true });
  const top: Element = { uri: "", name: "", children: [], text: "" };
  const open = [top];
  parser.on("opentag", ({ uri, local, attributes }: SaxesTagNS) => {
    if (Object.keys(attributes).some((name) => !name.startsWith("xmlns")))
      throw new Error(`«${local}» has attributes`);
    const element: Element = { uri, name: local, children: [], text: "" };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on("text", (part) => {
    const element = open.at(-1);
    if (element) element.text += part;
  });
  parser.on("closetag", () => void open.pop());
  parser.on("error", (error) => {
    throw error;
  });
  parser.write(text).close();
  return top.children[0] as Element;
}
