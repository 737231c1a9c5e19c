/**
 * Lists are counted exactly up to this number. Beyond it a response has this number and `totalIsCapped`, and some lists
 * end.
 * An unbounded count over a million rows would take seconds.
 */
export const COUNT_CAP = 10_000
