export { assignOffer } from "./assign-offer.ts";
export { decideArbitration, rejectOffer } from "./moderate-offers.ts";
export {
  changeObstacle,
  changeOfHold,
  changeVersion,
  loadChangeable,
  proposeChanges,
  type ChangeableOffer,
  type ProposedChange,
} from "./propose-changes.ts";
export { holdOffer } from "./offer-money.ts";
