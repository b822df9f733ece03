export { REVIEWS_PER_PAGE, reviewLineOf, ReviewLines, type ReviewLine } from "./review-lines.tsx";
