export { ChatButton } from "./chat/chat-button.tsx";
export { OfferFileView, ResultFiles } from "./offer-file-view.tsx";
export { useOffer } from "./use-offer.ts";
export { useOfferCommands } from "./use-offer-commands.tsx";
