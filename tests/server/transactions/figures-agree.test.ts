import { figuresAgree } from "#tests/support/figures-agree.ts";

/** The long form, two thousand workmen, is `figures-agree.strained.test.ts`. */
figuresAgree(30);
