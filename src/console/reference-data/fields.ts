/** Apart from `index.ts`, which the site imports without Ant Design. */
export { AddressField } from "./address-field.tsx";
export { CityField } from "./city-field.tsx";
export { ServiceField } from "./service-field.tsx";
