import { API_KEY_ROLES } from "#contract/api-keys/api-key.ts";
import { ROLES } from "#contract/access/roles.ts";
import type { ApiBase } from "#contract/kernel/api-bases.ts";
import { DEFAULT_PER_PAGE, MAX_PER_PAGE } from "#contract/kernel/paging.ts";
import { PROBLEM_CODES } from "#contract/kernel/problem.ts";
import { MAX_QUERY_LIST } from "#contract/kernel/query-lists.ts";
import { PAYROLL_COLUMNS } from "#contract/registries/kinds/payroll-columns.ts";
import { CALLS_PER_MINUTE } from "#server/http/calls-per-minute.ts";
import { WEBHOOK_EVENT, WEBHOOK_HOURS } from "#contract/webhooks/webhook.ts";

/** Advice for the client. */
const WHAT_TO_DO: Readonly<Record<keyof typeof PROBLEM_CODES, string>> = {
  bad_request: "Это не запрос HTTP: проверьте, что и как отправляет программа",
  unauthorized: "Проверьте ключ: он отозван, истёк или указан с ошибкой",
  forbidden: "Роли ключа не хватает прав, или вызов пришёл с адреса не из списка ключа",
  key_suspended: "Владелец компании принимает ключ: **Ключи API** → «Принять ключ»",
  not_found: "Записи нет, или она чужая: ответ один и тот же",
  method_not_allowed: "По этому адресу отвечают методы из заголовка `Allow`",
  request_timeout: "Отправьте запрос ещё раз",
  conflict: "Прочитайте запись заново: её состояние уже другое",
  changed: "Прочитайте запись заново и пришлите её новую версию",
  company_switched: "Программ не касается: так отвечаем странице, открытой в другой компании",
  insufficient_funds:
    "Пополните баланс; `needed`, `available` и `missing` (сколько не хватает) в ответе — в рублях",
  otp_required: "Действие подтверждает человек кодом из СМС",
  idempotency_mismatch: "Для других данных нужен другой `Idempotency-Key`",
  too_large: "Разделите данные на части",
  unsupported_media: "Пришлите тот `Content-Type`, который назван у вызова",
  invalid: "Исправьте поля из `errors`",
  too_many_requests: "Подождите столько секунд, сколько названо в `Retry-After`",
  headers_too_large: "Уберите лишние заголовки",
  internal: "Напишите в поддержку и назовите `requestId`",
  unavailable: "Повторите через минуту с тем же `Idempotency-Key`",
};

const errors = Object.entries(PROBLEM_CODES)
  .map(
    ([code, { status }]) =>
      `| ${status} | \`${code}\` | ${WHAT_TO_DO[code as keyof typeof PROBLEM_CODES]} |`,
  )
  .join("\n");
const roles = API_KEY_ROLES.map((id) => `«${ROLES[id].title}»`).join(", ");
const events = WEBHOOK_EVENT.definitions
  .map(({ id, title }) => `| \`${id}\` | ${title} |`)
  .join("\n");

const payrollKeys = PAYROLL_COLUMNS.map(({ key, title }) => `\`${key}\` (${title})`).join(", ");

/** Fields that the specification sends as seconds. */
const unixSeconds = [
  "startDate",
  "finishDate",
  "createdDate",
  "publishedDate",
  "dateFrom",
  "dateTo",
]
  .map((name) => `\`${name}\``)
  .join(", ");

/**
 * For the reference page and `openapi.json`. `tests/server/http/api-quick-start.test.ts` walks its
 * steps.
 */
const GUIDE = `
Платформа для самозанятых: задания, выплаты, документы. Адреса, поля и ошибки — ниже; здесь — с чего начать.

## Быстрый старт

1. Владелец или администратор выпускает ключ: **Кабинет заказчика → Ключи API**. Ключ получает права одной из ролей: ${roles}. Его можно ограничить адресами и сроком.
   Ключ принадлежит компании, за него отвечает тот, кто его выпустил: ключ может то, что разрешают и роль ключа, и нынешняя роль этого человека в его проектах. Когда человек уходит из компании, ключ приостановлен (403 \`key_suspended\`), пока владелец не примет его кодом из СМС.
2. Проверьте, что ключ подходит:

\`\`\`bash
curl https://АДРЕС/client-api/account/my-info -H "Authorization: Bearer $KEY"
\`\`\`

3. Найдите исполнителей, с которыми работает компания:

\`\`\`bash
curl "https://АДРЕС/open-api/v1/employees?states=ACTIVE&perPage=100" -H "Authorization: Bearer $KEY"
\`\`\`

4. Загрузите реестр выплат. Столбцы те же, что в шаблоне (\`GET /open-api/v1/payroll-registries/template?format=csv\`):

\`\`\`bash
curl https://АДРЕС/open-api/v1/payroll-registries -H "Authorization: Bearer $KEY" \\
  -H "Idempotency-Key: payroll-2026-11" -F "file=@реестр.csv"
\`\`\`

5. Дождитесь проверки (событие \`registry.checked\` или \`GET /open-api/v1/payroll-registries/{id}\`, пока \`state.id\` не станет \`READY\`, \`PARTIALLY_READY\` или \`INVALID\`) и прочитайте ошибки: \`GET …/{id}/errors\`.
   Запускает выплату человек в консоли или программа ключом, роли которого это можно: \`POST …/{id}/send-execute-code\` отправляет код тому, кого выбрали при выпуске ключа, \`POST …/{id}/execute\` с этим кодом начинает. Без кода деньги не уходят. Согласует выплату только человек.
   После запуска ещё две минуты отправку можно отменить: в реестре уже есть \`executedAt\`, а в \`lastCancelAt\` — до какого момента. Выплат в это время нет, \`GET /open-api/v1/payouts?registryID=…\` отвечает пустым списком: это не отказ, они появятся, когда срок выйдет. Отменяет \`POST …/{id}/undo\` с \`version\` и \`cancelUntil\` (то, что было в \`lastCancelAt\`).
6. Заберите результат: выплаты — \`GET /open-api/v1/payouts?registryID=…\`, таблицу с чеками и актами — \`POST /open-api/v1/universal-exports\`.

## Клиент на TypeScript

\`\`\`bash
npx openapi-typescript https://АДРЕС/open-api/openapi.json -o open-api.d.ts
npm install openapi-fetch
\`\`\`

\`\`\`ts
import { env } from "node:process";
import createClient from "openapi-fetch";
import type { paths } from "./open-api";

const api = createClient<paths>({ baseUrl: "https://АДРЕС/open-api", headers: { Authorization: \`Bearer \${env.KEY}\` } });
const { data, error } = await api.GET("/v1/payouts", { params: { query: { states: ["PAID"], perPage: 100 } } });
\`\`\`

## Ошибки

Ответ с ошибкой — \`{message, code, requestId}\`. \`message\` можно показать человеку, по \`code\` решает программа, \`requestId\` назовите поддержке: он есть и в заголовке \`X-Request-Id\` каждого ответа. У некоторых ошибок есть и другие поля, например \`needed\` и \`available\`; все вместе они лежат и в \`details\`. Рядом — поля RFC 9457: \`type\`, \`title\`, \`status\`, \`detail\`, \`instance\`.
В ответе 422 есть ещё \`errors\`: поле запроса → что с ним не так, вложенные поля через точку (\`worker.inn\`).
Вызов ключом с полем, которого у вызова нет, и с \`Idempotency-Key\` там, где он не действует, — тоже 422: опечатка не станет молчаливым «без фильтра». Называем ближайшее известное имя.
\`HEAD\` отвечает как \`GET\`, но без тела; \`OPTIONS\` называет методы адреса в \`Allow\`.

| Статус | code | Что делать |
|---|---|---|
${errors}

## Страницы списков

\`page\` считается с 1, \`perPage\` — от 1 до ${MAX_PER_PAGE}, без него ${DEFAULT_PER_PAGE}. Ответ — \`{items, meta: {page, perPage, lastPage, total}}\`; последняя страница — та, где \`page = lastPage\`. Порядок задают \`sortBy\` и \`sortDirection\`.
Пока страницы читают, появляются новые записи и сдвигают старые. У списков, упорядоченных по времени, есть \`before\`: возьмите один момент до первой страницы и передавайте его с каждой страницей — в список войдёт только то, что старше. Момент пишут в ISO 8601: \`before=2026-11-24T09:00:00.000Z\`. Если часы программы могут отставать, возьмите заголовок \`Date\` любого ответа и переведите: \`new Date(date).toISOString()\`.
Строки реестра читают по ключу: \`afterRow\` — \`rowNo\` последней прочитанной строки, любая глубина одинаково быстра.
Списки в запросе пишут повтором (\`states=PAID&states=SENT\`) или через запятую (\`states=PAID,SENT\`), не больше ${MAX_QUERY_LIST} значений.

## Повторы без двойных выплат

У вызовов, которые двигают деньги или начинают работу, есть заголовок \`Idempotency-Key\`: от 8 до 200 печатных символов латиницы, новый для каждого намерения. Нет ответа или пришёл 5xx — повторите с тем же ключом и теми же данными: вернётся первый ответ, второй раз ничего не случится. Те же ключ и другие данные — 409 \`idempotency_mismatch\`. Ключи помнят не меньше суток.

## Сколько вызовов в минуту

С одного ключа — до ${CALLS_PER_MINUTE} вызовов в минуту. Лишний вызов получает 429 и \`Retry-After\` в секундах; сколько осталось, говорят заголовки \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` и \`X-RateLimit-Reset\` каждого ответа. Ждать изменений удобнее вебхуком, чем опросом.

## Чья версия записи

У записей, которые меняют и подтверждают, есть \`version\`. У реестра это число, оно растёт с каждой правкой строк; у задания, отклика, приглашения и документа — строка с условиями, которые вы прочитали. Пришлите её же вместе с командой (запуск, правка, согласие): если запись с тех пор изменили, ответ — 409 \`changed\`, и ничего не случится. Прочитайте запись заново и решите ещё раз.

## Файл со своими столбцами

Реестр можно загрузить и не в нашем шаблоне. \`POST /open-api/v1/payroll-registries/read-file\` с файлом отвечает, как мы его поняли: лист, кодировка, первые строки, \`readingID\` и \`choices\` — какой столбец файла чему у нас соответствует. Поправьте \`choices\` и создайте реестр: \`POST …/readings/{readingID}/create\`, файл второй раз не нужен. Когда столбцы известны заранее, те же \`choices\` можно сразу приложить к загрузке полем формы \`choices\`:

\`\`\`json
{ "headLine": 1, "head": ["ФИО", "ИНН", "К выплате"], "columns": { "fullName": 0, "inn": 1, "amount": 2 }, "constants": { "serviceCode": "0201" } }
\`\`\`

\`columns\` — наш ключ → номер столбца файла с нуля, \`constants\` — одно значение для всех строк, \`headLine\` — последняя строка заголовка (0, если его нет), \`head\` — его слова: к файлу с другим заголовком эти \`choices\` не подойдут. Ключи реестра выплат: ${payrollKeys}.

## Деньги, даты, номера

Суммы — в рублях с копейками числом (\`1234.5\`), даты — \`гггг-мм-дд\` по Москве. Моменты — ISO 8601 в UTC (\`2026-11-24T09:00:00.000Z\`), кроме дат заданий: ${unixSeconds} — целые секунды Unix. У каждого поля схемы сказано, что в нём. Состояния и виды — \`{id, title}\`: сравнивайте \`id\`.

## Вебхуки

Адрес и события задают в консоли: **Кабинет заказчика → Вебхуки**. Сообщение — \`POST\` с телом \`{id, event, at, data}\`, в \`data\` только номера записей. Ответьте 2xx за 10 секунд; иначе повторяем с растущими паузами ${WEBHOOK_HOURS} часа. Повтор приходит с тем же \`id\`: по нему узнают, что сообщение уже было.
Сообщения об одном — одном задании, одном счёте, одном реестре со всеми его выплатами — приходят по порядку \`id\`: следующее ждёт ответа на предыдущее. Сообщения о разном друг друга не ждут. \`at\` — время платформы (в песочнице его можно переводить), время подписи \`t\` — настоящее.

\`\`\`ts
import { createHmac, timingSafeEqual } from "node:crypto";

/** X-Signature: t=<секунды>,v1=<HMAC-SHA256 от "t.тело" в шестнадцатеричном виде>. Тело — как пришло, до JSON.parse. */
export function isFromPlatform(signature: string | undefined, body: string, secret: string): boolean {
  const match = /^t=(\\d+),v1=([0-9a-f]{64})$/.exec(signature ?? "");
  if (!match) return false;
  const [, t = "", v1 = ""] = match;
  const expected = createHmac("sha256", secret).update(\`\${t}.\${body}\`).digest();
  const isFresh = Math.abs(Date.now() / 1000 - Number(t)) < 300;
  return isFresh && timingSafeEqual(Buffer.from(v1, "hex"), expected);
}
\`\`\`

| event | Когда |
|---|---|
${events}

## Песочница

Пока платформа работает с песочницей (банк, «Мой налог» и СМС ненастоящие), новые ключи начинаются с \`sk_test_\` и помечены «песочница». С настоящими службами такой ключ не работает: в бою выпустите новый.
Песочница на вашей машине (\`npm start\`, адрес — только сама машина) отправляет вебхуки и на неё: \`http://localhost:3000/webhooks\`. Так приёмник пробуют без адреса в интернете; во всех остальных случаях — только https и открытый интернет.
`.trim();

const SHORT: Readonly<Record<ApiBase, string>> = {
  open: GUIDE,
  client:
    "Вызовы, которыми пользуется консоль: задания, отклики, приглашения, отзывы, уведомления. Ключи, ошибки, страницы и повторы — как в [открытом API](/api-docs/), там же быстрый старт.",
  edoc: "Документы на подпись исполнителю: договоры, акты, согласия. Ключи, ошибки, страницы и повторы — как в [открытом API](/api-docs/), там же быстрый старт.",
};

export const guideOf = (base: ApiBase): string => SHORT[base];
