export { noticeEmailOperation, verificationOperation } from "./verification.ts";
export { codeSent } from "./code-sent.ts";
export { requesterOf } from "./code-limits.ts";
export { readPagePerson } from "./page-person.ts";
export { deviceCookie } from "./device-cookie.ts";
export { refreshCookie } from "./refresh-cookie.ts";
export { actorOfToken, endAllSessions, renewSession, startSession } from "./sessions.ts";
export { useCode, type UsedCode } from "./one-time-codes.ts";
