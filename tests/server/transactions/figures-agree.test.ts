import { figuresAgree } from "#tests/support/figures-agree.ts";

/** Long form with 2000 workmen: `figures-agree.strained.test.ts`. */
figuresAgree(30);
