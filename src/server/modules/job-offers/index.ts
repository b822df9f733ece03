export { assignOffer } from "./actions/assign-offer.ts";
export {
  changeRefusal,
  changeOfHold,
  changeVersion,
  loadChangeable,
  proposeChanges,
} from "./actions/propose-changes.ts";
export { holdOffer } from "./offer-money.ts";
