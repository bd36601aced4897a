/** Score by its words from which a courtesy is most of a turn: "sorry, is it the same for both?" is no apology. */
export const COURTESY_SCORE = 0.5;
