export { rightsHeld } from "./rights-held.ts";
export { actorOfApiKey, isApiKey } from "./api-key-actor.ts";
