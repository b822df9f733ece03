/**
 * Fields of the console's forms. Apart from `index.ts`, which pages of the site use: they load no
 * Ant Design.
 */
export { AddressField } from "./address-field.tsx";
export { CityField } from "./city-field.tsx";
export { ServiceField } from "./service-field.tsx";
